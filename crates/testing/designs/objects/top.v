module top (clk, rst, din, \ctl[0] , dout, \o.x );
  input clk, rst;
  input [3:0] din;
  input \ctl[0] ;
  output [0:1] dout;
  output \o.x ;
  wire [1:0] q;
  wire \net/a , w, v;
  pair p1 (.i(din[1:0]), .ck(clk), .o(q));
  pair p2 (.i(din[3:2]), .ck(clk), .o(dout));
  DFF \r[0] (.D(q[0]), .CK(clk), .RN(rst), .Q(\net/a ));
  DFF \r/3 (.D(q[1]), .CK(clk), .RN(rst), .Q(w));
  INV_X1 \u$1 (.A(\net/a ), .ZN(v));
  BUF_X1 \a\b (.A(v), .Z(\o.x ));
  BUF_X2 \x+y (.A(\ctl[0] ));
  LATCH l (.D(w), .G(clk));
endmodule
module pair (i, ck, o);
  input [1:0] i;
  input ck;
  output [1:0] o;
  wire m;
  leaf one (.a(i[0]), .ck(ck), .z(m));
  leaf two (.a(i[1]), .ck(ck), .z(o[1]));
  BUF_X1 b (.A(m), .Z(o[0]));
endmodule
module leaf (a, ck, z);
  input a, ck;
  output z;
  DFF r (.D(a), .CK(ck), .Q(z));
endmodule
