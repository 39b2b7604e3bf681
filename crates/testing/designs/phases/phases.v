// Latches that are open in turns, one in a loop, behind a gated clock and a slower one.
module top (ck, cd, en, a, b, y1, y2, y3);
  input ck, cd, en, a, b;
  output y1, y2, y3;
  wire c1, c2, gated, half, n1, n2, n3, n4, n5, q1, q2, q3, q4, q5, q6, e;
  BUF t1 (.A(ck), .Z(c1));
  INV t2 (.A(c1), .Z(c2));
  LAL g1 (.D(en), .G(c1), .Q(e));
  AND g2 (.A(e), .B(c1), .Z(gated));
  BUF d1 (.A(cd), .Z(half));
  AND u1 (.A(a), .B(q3), .Z(n1));
  LAH l1 (.D(n1), .G(c1), .Q(q1));
  BUF u2 (.A(q1), .Z(n2));
  LAL l2 (.D(n2), .G(gated), .Q(q2));
  AND u3 (.A(q2), .B(b), .Z(n3));
  INV u4 (.A(n3), .Z(n4));
  LAH l3 (.D(n4), .G(c1), .Q(q3));
  BUF u5 (.A(q3), .Z(n5));
  LAH l4 (.D(n5), .G(half), .Q(q4));
  LAL l5 (.D(q4), .G(c2), .Q(q5));
  DFF r1 (.CK(half), .D(q5), .Q(q6));
  BUF o1 (.A(q2), .Z(y1));
  BUF o2 (.A(q5), .Z(y2));
  INV o3 (.A(q6), .Z(y3));
endmodule
