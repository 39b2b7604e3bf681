module states (clk, gate, reset, data, late, early, clock_out, \odd+name );
  input clk, gate, reset, data;
  output late, early, clock_out, \odd+name ;
  wire gated, a, b, c;
  GATE icg (.CK(clk), .E(gate), .GCK(gated));
  FFN first (.CK(gated), .D(data), .RN(reset), .Q(a));
  LATCH second (.G(clk), .D(a), .Q(b));
  BOX box (.I(b), .O(c));
  BUF \odd+cell (.A(b), .Y(late));
  BUF fast (.A(b), .Y(early));
  BUF out (.A(clk), .Y(clock_out));
  BUF through (.A(data), .Y(\odd+name ));
endmodule
