module tiny (clk, in, out);
  input clk;
  input [1:0] in;
  output out;
  wire [1:0] q;
  wire n;
  DFF ff0 (.D(in[0]), .CK(clk), .Q(q[0]));
  DFF ff1 (.D(n), .CK(clk), .Q(q[1]));
  pair u (.a(q[0]), .y(n));
  INV last (.A(q[1]), .Y(out));
endmodule

module pair (a, y);
  input a;
  output y;
  wire m;
  INV one (.A(a), .Y(m));
  INV two (.A(m), .Y(y));
endmodule
