// Two pads on one net, and one on an inout port.
module top (a, b, oe, ck, io, y1, y2);
  input a, b, oe, ck;
  inout io;
  output y1, y2;
  wire shared, n1, n2, n3, n4, n5;
  PAD p1 (.A(a), .OEN(oe), .PAD(shared), .Y(n1));
  PAD p2 (.A(b), .OEN(oe), .PAD(shared), .Y(n2));
  BUF u1 (.A(n1), .Z(y1));
  BUF u2 (.A(n2), .Z(n3));
  DFF r1 (.CK(ck), .D(n3), .Q(n4));
  PAD p3 (.A(n4), .OEN(oe), .PAD(io), .Y(n5));
  DFF r2 (.CK(ck), .D(n5), .Q(y2));
endmodule
