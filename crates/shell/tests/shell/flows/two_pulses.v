// A chip of two blocks, one after the other, whose wires are in files of their own. What the first sums up, the second takes samples of.
module two_pulses (clk, rst_n, run, level, spare, sum, valid, hit);
  input clk;
  input rst_n;
  input run;
  input [3:0] level;
  input spare;
  output [19:0] sum;
  output [1:0] valid;
  output hit;

  wire ck;
  wire [19:0] first_sum;
  wire first_hit;

  ZL_CLKBUF_X8 cb_chip (.A(clk), .Y(ck));
  ZL_DFF_X1 idle_reg (.D(spare), .CK(ck));
  pulse first (.clk(ck), .rst_n(rst_n), .run(run), .peek(1'b0), .sample({level, level}), .level(level), .sum(first_sum), .valid(valid[0]), .hit(first_hit));
  pulse second (.clk(ck), .rst_n(rst_n), .run(valid[0]), .peek(first_hit), .sample(first_sum[19:12]), .level(first_sum[11:8]), .sum(sum), .valid(valid[1]), .hit(hit));
endmodule
