module pair (input a, input ck, output z);
  wire n;
  BUF b1 (.A(a), .Z(n));
  DFF r (.CK(ck), .D(n), .Q(z), .QN());
endmodule

module top (clk, clk2, in1, \in{2 , \in*3 , bus, out1, \out\4 , \$out[5] );
  input clk, clk2, in1;
  input \in{2 , \in*3 ;
  input [1:0] bus;
  output out1, \out\4 , \$out[5] ;
  wire n1, \n/2 , \n[3] , n4;
  BUF cb (.A(clk), .Z(n4));
  pair u1 (.a(in1), .ck(n4), .z(n1));
  NAND2 \u/2 (.A(n1), .B(\in{2 ), .Z(\n/2 ));
  NAND2 \u[3] (.A(bus[0]), .B(bus[1]), .Z(\n[3] ));
  DFF r1 (.CK(clk2), .D(\n/2 ), .Q(out1), .QN(\out\4 ));
  DFF \r\2 (.CK(n4), .D(\n[3] ), .Q(\$out[5] ), .QN());
  BUF \b*1 (.A(\in*3 ), .Z());
endmodule
