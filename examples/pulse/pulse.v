// The example design of this project: about 410 cells of pulse_fast.lib and pulse_slow.lib, flip-flops and
// clock tree included, in four modules. Wires are in pulse.spef, constraints in pulse.sdc.

// Correlates a stream of samples with pseudo-random noise, as a noise radar does with its echo.
//
// In each cycle in which run is 1, sample * weight is added up, with a weight from a shift register.
// After 16 such cycles the total moves to the output register sum and valid is 1 for one cycle; hit says
// whether the top four bits of the total have reached level. While peek is 1, sum shows the running total.
module pulse (clk, rst_n, run, peek, sample, level, sum, valid, hit);
  input clk;
  input rst_n;
  input run;
  input peek;
  input [7:0] sample;
  input [3:0] level;
  output [19:0] sum;
  output valid;
  output hit;

  wire ck_root, ck_in, ck_mul, ck_ctl, ck_x, ck_l, ck_c;
  wire [1:0] ck_p;
  wire gk_code, gk_acc, gk_dump, gk_late;
  wire [1:0] ck_s, ck_a;
  wire ck_n;
  wire [1:0] ck_d;
  wire one;
  wire [1:0] sync;
  wire rst_0;
  wire [6:0] rst;
  wire run_q;
  wire [7:0] x;
  wire [3:0] level_q;
  wire [7:0] code;
  wire [19:0] acc;
  wire [3:0] cnt, cnt_d;
  wire carry2, carry3, carry3n, z01, z23, first, l01n, l23n, last, go, keep, last_1, last_2;
  wire valid_q;
  wire [3:0] ln, ge;
  wire [3:1] gg, gt;
  wire hit_d;
  wire [19:0] dump;
  wire [2:0] pk;

  // The clock tree: a root, six branches, twelve leaves. Three branches are gated and stop when they have
  // nothing to do.
  ZL_CLKBUF_X8 cb_root (.A(clk), .Y(ck_root));
  ZL_CLKBUF_X4 cb_in (.A(ck_root), .Y(ck_in));
  ZL_CLKBUF_X4 cb_mul (.A(ck_root), .Y(ck_mul));
  ZL_CLKBUF_X2 cb_ctl (.A(ck_root), .Y(ck_ctl));
  ZL_ICG_X4 icg_code (.CK(ck_root), .E(run_q), .GCK(gk_code));
  ZL_ICG_X4 icg_acc (.CK(ck_root), .E(go), .GCK(gk_acc));
  ZL_ICG_X2 icg_dump (.CK(ck_root), .E(last_2), .GCK(gk_dump));
  ZL_CLKBUF_X4 cb_x (.A(ck_in), .Y(ck_x));
  ZL_CLKBUF_X2 cb_l (.A(ck_in), .Y(ck_l));
  ZL_CLKBUF_X4 cb_p0 (.A(ck_mul), .Y(ck_p[0]));
  ZL_CLKBUF_X2 cb_p1 (.A(ck_mul), .Y(ck_p[1]));
  ZL_CLKBUF_X4 cb_c (.A(ck_ctl), .Y(ck_c));
  ZL_CLKBUF_X4 cb_s0 (.A(gk_code), .Y(ck_s[0]));
  ZL_CLKBUF_X2 cb_s1 (.A(gk_code), .Y(ck_s[1]));
  ZL_CLKBUF_X2 cb_n (.A(gk_code), .Y(ck_n));
  ZL_CLKBUF_X4 cb_a0 (.A(gk_acc), .Y(ck_a[0]));
  ZL_CLKBUF_X4 cb_a1 (.A(gk_acc), .Y(ck_a[1]));
  ZL_CLKBUF_X4 cb_d0 (.A(gk_dump), .Y(ck_d[0]));
  ZL_CLKBUF_X2 cb_late (.A(gk_dump), .Y(gk_late));
  ZL_CLKBUF_X2 cb_d1 (.A(gk_late), .Y(ck_d[1]));

  // Reset goes on at once and comes off in step with the clock, two cycles later.
  ZL_TIEHI_X1 tie_one (.Y(one));
  ZL_DFFR_X1 \sync_reg[0] (.D(one), .CK(ck_c), .RN(rst_n), .Q(sync[0]));
  ZL_DFFR_X2 \sync_reg[1] (.D(sync[0]), .CK(ck_c), .RN(rst_n), .Q(sync[1]));
  ZL_BUF_X4 rb (.A(sync[1]), .Y(rst_0));
  ZL_BUF_X4 rb_0 (.A(rst_0), .Y(rst[0]));
  ZL_BUF_X4 rb_1 (.A(rst_0), .Y(rst[1]));
  ZL_BUF_X4 rb_2 (.A(rst_0), .Y(rst[2]));
  ZL_BUF_X4 rb_3 (.A(rst_0), .Y(rst[3]));
  ZL_BUF_X4 rb_4 (.A(rst_0), .Y(rst[4]));
  ZL_BUF_X4 rb_5 (.A(rst_0), .Y(rst[5]));
  ZL_BUF_X4 rb_6 (.A(rst_0), .Y(rst[6]));

  // Inputs are registered.
  ZL_DFFR_X2 run_reg (.D(run), .CK(ck_l), .RN(rst[0]), .Q(run_q));
  ZL_DFF_X2 \x_reg[0] (.D(sample[0]), .CK(ck_x), .Q(x[0]));
  ZL_DFF_X2 \x_reg[1] (.D(sample[1]), .CK(ck_x), .Q(x[1]));
  ZL_DFF_X2 \x_reg[2] (.D(sample[2]), .CK(ck_x), .Q(x[2]));
  ZL_DFF_X2 \x_reg[3] (.D(sample[3]), .CK(ck_x), .Q(x[3]));
  ZL_DFF_X2 \x_reg[4] (.D(sample[4]), .CK(ck_x), .Q(x[4]));
  ZL_DFF_X2 \x_reg[5] (.D(sample[5]), .CK(ck_x), .Q(x[5]));
  ZL_DFF_X2 \x_reg[6] (.D(sample[6]), .CK(ck_x), .Q(x[6]));
  ZL_DFF_X2 \x_reg[7] (.D(sample[7]), .CK(ck_x), .Q(x[7]));
  ZL_DFF_X1 \level_reg[0] (.D(level[0]), .CK(ck_l), .Q(level_q[0]));
  ZL_DFF_X1 \level_reg[1] (.D(level[1]), .CK(ck_l), .Q(level_q[1]));
  ZL_DFF_X1 \level_reg[2] (.D(level[2]), .CK(ck_l), .Q(level_q[2]));
  ZL_DFF_X1 \level_reg[3] (.D(level[3]), .CK(ck_l), .Q(level_q[3]));

  // Count the sixteen samples of a window.
  ZL_INV_X1 inc_0 (.A(cnt[0]), .Y(cnt_d[0]));
  ZL_XOR2_X1 inc_1 (.A(cnt[0]), .B(cnt[1]), .Y(cnt_d[1]));
  ZL_AND2_X1 carry_2 (.A(cnt[0]), .B(cnt[1]), .Y(carry2));
  ZL_XOR2_X1 inc_2 (.A(carry2), .B(cnt[2]), .Y(cnt_d[2]));
  ZL_NAND3_X1 carry_3n (.A(cnt[0]), .B(cnt[1]), .C(cnt[2]), .Y(carry3n));
  ZL_INV_X1 carry_3 (.A(carry3n), .Y(carry3));
  ZL_XOR2_X1 inc_3 (.A(carry3), .B(cnt[3]), .Y(cnt_d[3]));
  ZL_DFFR_X1 \cnt_reg[0] (.D(cnt_d[0]), .CK(ck_n), .RN(rst[0]), .Q(cnt[0]));
  ZL_DFFR_X1 \cnt_reg[1] (.D(cnt_d[1]), .CK(ck_n), .RN(rst[0]), .Q(cnt[1]));
  ZL_DFFR_X1 \cnt_reg[2] (.D(cnt_d[2]), .CK(ck_n), .RN(rst[0]), .Q(cnt[2]));
  ZL_DFFR_X1 \cnt_reg[3] (.D(cnt_d[3]), .CK(ck_n), .RN(rst[0]), .Q(cnt[3]));

  // Its first and last sample, then the same one and two stages down the pipeline. keep is stored inverted.
  ZL_NOR2_X1 zero_01 (.A(cnt[0]), .B(cnt[1]), .Y(z01));
  ZL_NOR2_X1 zero_23 (.A(cnt[2]), .B(cnt[3]), .Y(z23));
  ZL_AND2_X1 is_first (.A(z01), .B(z23), .Y(first));
  ZL_NAND2_X1 ones_01 (.A(cnt[0]), .B(cnt[1]), .Y(l01n));
  ZL_NAND3_X1 ones_23 (.A(cnt[2]), .B(cnt[3]), .C(run_q), .Y(l23n));
  ZL_NOR2_X1 is_last (.A(l01n), .B(l23n), .Y(last));
  ZL_DFFR_X1 go_reg (.D(run_q), .CK(ck_c), .RN(rst[0]), .Q(go));
  ZL_DFFQN_X1 keep_reg (.D(first), .CK(ck_c), .QN(keep));
  ZL_DFFR_X1 last_1_reg (.D(last), .CK(ck_c), .RN(rst[0]), .Q(last_1));
  ZL_DFFR_X1 last_2_reg (.D(last_1), .CK(ck_c), .RN(rst[0]), .Q(last_2));
  ZL_DFFR_X2 valid_reg (.D(last_2), .CK(ck_c), .RN(rst[0]), .Q(valid_q));
  assign valid = valid_q;

  // The weights, and the arithmetic.
  noise u_noise (.ck(ck_s), .rst_n(rst[2:1]), .code(code));
  mac u_mac (.ck({ck_a, ck_p}), .rst_n(rst[4:3]), .keep(keep), .x(x), .w(code), .acc(acc));

  // acc[19:16] >= level, from the lowest bit up: the result so far (ge) is true at bits 0 and 2, inverted
  // at 1 and 3.
  ZL_INV_X1 ln_0 (.A(level_q[0]), .Y(ln[0]));
  ZL_INV_X1 ln_1 (.A(level_q[1]), .Y(ln[1]));
  ZL_INV_X1 ln_2 (.A(level_q[2]), .Y(ln[2]));
  ZL_INV_X1 ln_3 (.A(level_q[3]), .Y(ln[3]));
  ZL_OR2_X1 ge_0 (.A(acc[16]), .B(ln[0]), .Y(ge[0]));
  ZL_AND2_X1 gg_1 (.A(acc[17]), .B(ln[1]), .Y(gg[1]));
  ZL_OR2_X1 gt_1 (.A(acc[17]), .B(ln[1]), .Y(gt[1]));
  ZL_AOI21_X1 ge_1 (.A1(gt[1]), .A2(ge[0]), .B(gg[1]), .Y(ge[1]));
  ZL_NAND2_X1 gg_2 (.A(acc[18]), .B(ln[2]), .Y(gg[2]));
  ZL_NOR2_X1 gt_2 (.A(acc[18]), .B(ln[2]), .Y(gt[2]));
  ZL_OAI21_X1 ge_2 (.A1(gt[2]), .A2(ge[1]), .B(gg[2]), .Y(ge[2]));
  ZL_AND2_X1 gg_3 (.A(acc[19]), .B(ln[3]), .Y(gg[3]));
  ZL_OR2_X1 gt_3 (.A(acc[19]), .B(ln[3]), .Y(gt[3]));
  ZL_AOI21_X1 ge_3 (.A1(gt[3]), .A2(ge[2]), .B(gg[3]), .Y(ge[3]));
  ZL_INV_X1 is_hit (.A(ge[3]), .Y(hit_d));

  // Dump the total after the last sample. The upper half of the register is clocked late, by one buffer.
  ZL_DFFR_X1 \dump_reg[0] (.D(acc[0]), .CK(ck_d[0]), .RN(rst[5]), .Q(dump[0]));
  ZL_DFFR_X1 \dump_reg[1] (.D(acc[1]), .CK(ck_d[0]), .RN(rst[5]), .Q(dump[1]));
  ZL_DFFR_X1 \dump_reg[2] (.D(acc[2]), .CK(ck_d[0]), .RN(rst[5]), .Q(dump[2]));
  ZL_DFFR_X1 \dump_reg[3] (.D(acc[3]), .CK(ck_d[0]), .RN(rst[5]), .Q(dump[3]));
  ZL_DFFR_X1 \dump_reg[4] (.D(acc[4]), .CK(ck_d[0]), .RN(rst[5]), .Q(dump[4]));
  ZL_DFFR_X1 \dump_reg[5] (.D(acc[5]), .CK(ck_d[0]), .RN(rst[5]), .Q(dump[5]));
  ZL_DFFR_X1 \dump_reg[6] (.D(acc[6]), .CK(ck_d[0]), .RN(rst[5]), .Q(dump[6]));
  ZL_DFFR_X1 \dump_reg[7] (.D(acc[7]), .CK(ck_d[0]), .RN(rst[5]), .Q(dump[7]));
  ZL_DFFR_X1 \dump_reg[8] (.D(acc[8]), .CK(ck_d[0]), .RN(rst[5]), .Q(dump[8]));
  ZL_DFFR_X1 \dump_reg[9] (.D(acc[9]), .CK(ck_d[0]), .RN(rst[5]), .Q(dump[9]));
  ZL_DFFR_X1 \dump_reg[10] (.D(acc[10]), .CK(ck_d[1]), .RN(rst[6]), .Q(dump[10]));
  ZL_DFFR_X1 \dump_reg[11] (.D(acc[11]), .CK(ck_d[1]), .RN(rst[6]), .Q(dump[11]));
  ZL_DFFR_X1 \dump_reg[12] (.D(acc[12]), .CK(ck_d[1]), .RN(rst[6]), .Q(dump[12]));
  ZL_DFFR_X1 \dump_reg[13] (.D(acc[13]), .CK(ck_d[1]), .RN(rst[6]), .Q(dump[13]));
  ZL_DFFR_X1 \dump_reg[14] (.D(acc[14]), .CK(ck_d[1]), .RN(rst[6]), .Q(dump[14]));
  ZL_DFFR_X1 \dump_reg[15] (.D(acc[15]), .CK(ck_d[1]), .RN(rst[6]), .Q(dump[15]));
  ZL_DFFR_X1 \dump_reg[16] (.D(acc[16]), .CK(ck_d[1]), .RN(rst[6]), .Q(dump[16]));
  ZL_DFFR_X1 \dump_reg[17] (.D(acc[17]), .CK(ck_d[1]), .RN(rst[6]), .Q(dump[17]));
  ZL_DFFR_X1 \dump_reg[18] (.D(acc[18]), .CK(ck_d[1]), .RN(rst[6]), .Q(dump[18]));
  ZL_DFFR_X1 \dump_reg[19] (.D(acc[19]), .CK(ck_d[1]), .RN(rst[6]), .Q(dump[19]));
  ZL_DFFR_X2 hit_reg (.D(hit_d), .CK(ck_d[0]), .RN(rst[5]), .Q(hit));
  ZL_BUF_X2 pbuf_0 (.A(peek), .Y(pk[0]));
  ZL_BUF_X2 pbuf_1 (.A(peek), .Y(pk[1]));
  ZL_BUF_X2 pbuf_2 (.A(peek), .Y(pk[2]));
  ZL_MUX2_X1 out_0 (.I0(dump[0]), .I1(acc[0]), .S(pk[0]), .Y(sum[0]));
  ZL_MUX2_X1 out_1 (.I0(dump[1]), .I1(acc[1]), .S(pk[0]), .Y(sum[1]));
  ZL_MUX2_X1 out_2 (.I0(dump[2]), .I1(acc[2]), .S(pk[0]), .Y(sum[2]));
  ZL_MUX2_X1 out_3 (.I0(dump[3]), .I1(acc[3]), .S(pk[0]), .Y(sum[3]));
  ZL_MUX2_X1 out_4 (.I0(dump[4]), .I1(acc[4]), .S(pk[0]), .Y(sum[4]));
  ZL_MUX2_X1 out_5 (.I0(dump[5]), .I1(acc[5]), .S(pk[0]), .Y(sum[5]));
  ZL_MUX2_X1 out_6 (.I0(dump[6]), .I1(acc[6]), .S(pk[0]), .Y(sum[6]));
  ZL_MUX2_X1 out_7 (.I0(dump[7]), .I1(acc[7]), .S(pk[1]), .Y(sum[7]));
  ZL_MUX2_X1 out_8 (.I0(dump[8]), .I1(acc[8]), .S(pk[1]), .Y(sum[8]));
  ZL_MUX2_X1 out_9 (.I0(dump[9]), .I1(acc[9]), .S(pk[1]), .Y(sum[9]));
  ZL_MUX2_X1 out_10 (.I0(dump[10]), .I1(acc[10]), .S(pk[1]), .Y(sum[10]));
  ZL_MUX2_X1 out_11 (.I0(dump[11]), .I1(acc[11]), .S(pk[1]), .Y(sum[11]));
  ZL_MUX2_X1 out_12 (.I0(dump[12]), .I1(acc[12]), .S(pk[1]), .Y(sum[12]));
  ZL_MUX2_X1 out_13 (.I0(dump[13]), .I1(acc[13]), .S(pk[1]), .Y(sum[13]));
  ZL_MUX2_X1 out_14 (.I0(dump[14]), .I1(acc[14]), .S(pk[2]), .Y(sum[14]));
  ZL_MUX2_X1 out_15 (.I0(dump[15]), .I1(acc[15]), .S(pk[2]), .Y(sum[15]));
  ZL_MUX2_X1 out_16 (.I0(dump[16]), .I1(acc[16]), .S(pk[2]), .Y(sum[16]));
  ZL_MUX2_X1 out_17 (.I0(dump[17]), .I1(acc[17]), .S(pk[2]), .Y(sum[17]));
  ZL_MUX2_X1 out_18 (.I0(dump[18]), .I1(acc[18]), .S(pk[2]), .Y(sum[18]));
  ZL_MUX2_X1 out_19 (.I0(dump[19]), .I1(acc[19]), .S(pk[2]), .Y(sum[19]));
endmodule

// A 16-bit linear feedback shift register, x^16 + x^15 + x^13 + x^4 + 1, with XNOR feedback so that it
// can start from zero. It repeats after 65,535 steps; its upper byte is the pseudo-random weight.
module noise (ck, rst_n, code);
  input [1:0] ck;
  input [1:0] rst_n;
  output [7:0] code;

  wire [15:0] state;
  wire [2:0] f;
  assign code = state[15:8];

  // Feedback.
  ZL_XOR2_X1 tap_0 (.A(state[15]), .B(state[14]), .Y(f[0]));
  ZL_XOR2_X1 tap_1 (.A(state[12]), .B(state[3]), .Y(f[1]));
  ZL_XNOR2_X1 tap_2 (.A(f[0]), .B(f[1]), .Y(f[2]));

  // The shift register.
  ZL_DFFR_X1 \state_reg[0] (.D(f[2]), .CK(ck[0]), .RN(rst_n[0]), .Q(state[0]));
  ZL_DFFR_X1 \state_reg[1] (.D(state[0]), .CK(ck[0]), .RN(rst_n[0]), .Q(state[1]));
  ZL_DFFR_X1 \state_reg[2] (.D(state[1]), .CK(ck[0]), .RN(rst_n[0]), .Q(state[2]));
  ZL_DFFR_X1 \state_reg[3] (.D(state[2]), .CK(ck[0]), .RN(rst_n[0]), .Q(state[3]));
  ZL_DFFR_X1 \state_reg[4] (.D(state[3]), .CK(ck[0]), .RN(rst_n[0]), .Q(state[4]));
  ZL_DFFR_X1 \state_reg[5] (.D(state[4]), .CK(ck[0]), .RN(rst_n[0]), .Q(state[5]));
  ZL_DFFR_X1 \state_reg[6] (.D(state[5]), .CK(ck[0]), .RN(rst_n[0]), .Q(state[6]));
  ZL_DFFR_X1 \state_reg[7] (.D(state[6]), .CK(ck[0]), .RN(rst_n[0]), .Q(state[7]));
  ZL_DFFR_X2 \state_reg[8] (.D(state[7]), .CK(ck[1]), .RN(rst_n[1]), .Q(state[8]));
  ZL_DFFR_X2 \state_reg[9] (.D(state[8]), .CK(ck[1]), .RN(rst_n[1]), .Q(state[9]));
  ZL_DFFR_X2 \state_reg[10] (.D(state[9]), .CK(ck[1]), .RN(rst_n[1]), .Q(state[10]));
  ZL_DFFR_X2 \state_reg[11] (.D(state[10]), .CK(ck[1]), .RN(rst_n[1]), .Q(state[11]));
  ZL_DFFR_X2 \state_reg[12] (.D(state[11]), .CK(ck[1]), .RN(rst_n[1]), .Q(state[12]));
  ZL_DFFR_X2 \state_reg[13] (.D(state[12]), .CK(ck[1]), .RN(rst_n[1]), .Q(state[13]));
  ZL_DFFR_X2 \state_reg[14] (.D(state[13]), .CK(ck[1]), .RN(rst_n[1]), .Q(state[14]));
  ZL_DFFR_X2 \state_reg[15] (.D(state[14]), .CK(ck[1]), .RN(rst_n[1]), .Q(state[15]));
endmodule

// Multiply and accumulate: p = x * w, acc = (keep ? acc : 0) + p.
// ck[1:0] clock the product, ck[3:2] (gated) the accumulator.
module mac (ck, rst_n, keep, x, w, acc);
  input [3:0] ck;
  input [1:0] rst_n;
  input keep;
  input [7:0] x;
  input [7:0] w;
  output [19:0] acc;

  wire [7:0] wb;
  wire [63:0] pp;
  wire [41:0] ts, tc;
  wire [15:2] r;
  wire [15:0] d, p;
  wire [2:0] ka;
  wire [19:0] old, next;

  // The weight fans out to eight gates per bit.
  ZL_BUF_X2 wbuf_0 (.A(w[0]), .Y(wb[0]));
  ZL_BUF_X2 wbuf_1 (.A(w[1]), .Y(wb[1]));
  ZL_BUF_X2 wbuf_2 (.A(w[2]), .Y(wb[2]));
  ZL_BUF_X2 wbuf_3 (.A(w[3]), .Y(wb[3]));
  ZL_BUF_X2 wbuf_4 (.A(w[4]), .Y(wb[4]));
  ZL_BUF_X2 wbuf_5 (.A(w[5]), .Y(wb[5]));
  ZL_BUF_X2 wbuf_6 (.A(w[6]), .Y(wb[6]));
  ZL_BUF_X2 wbuf_7 (.A(w[7]), .Y(wb[7]));

  // Partial products: pp[8*i+j] = x[i] & w[j], of weight 2^(i+j).
  ZL_AND2_X1 pp_0_0 (.A(x[0]), .B(wb[0]), .Y(pp[0]));
  ZL_AND2_X1 pp_0_1 (.A(x[0]), .B(wb[1]), .Y(pp[1]));
  ZL_AND2_X1 pp_0_2 (.A(x[0]), .B(wb[2]), .Y(pp[2]));
  ZL_AND2_X1 pp_0_3 (.A(x[0]), .B(wb[3]), .Y(pp[3]));
  ZL_AND2_X1 pp_0_4 (.A(x[0]), .B(wb[4]), .Y(pp[4]));
  ZL_AND2_X1 pp_0_5 (.A(x[0]), .B(wb[5]), .Y(pp[5]));
  ZL_AND2_X1 pp_0_6 (.A(x[0]), .B(wb[6]), .Y(pp[6]));
  ZL_AND2_X1 pp_0_7 (.A(x[0]), .B(wb[7]), .Y(pp[7]));
  ZL_AND2_X1 pp_1_0 (.A(x[1]), .B(wb[0]), .Y(pp[8]));
  ZL_AND2_X1 pp_1_1 (.A(x[1]), .B(wb[1]), .Y(pp[9]));
  ZL_AND2_X1 pp_1_2 (.A(x[1]), .B(wb[2]), .Y(pp[10]));
  ZL_AND2_X1 pp_1_3 (.A(x[1]), .B(wb[3]), .Y(pp[11]));
  ZL_AND2_X1 pp_1_4 (.A(x[1]), .B(wb[4]), .Y(pp[12]));
  ZL_AND2_X1 pp_1_5 (.A(x[1]), .B(wb[5]), .Y(pp[13]));
  ZL_AND2_X1 pp_1_6 (.A(x[1]), .B(wb[6]), .Y(pp[14]));
  ZL_AND2_X1 pp_1_7 (.A(x[1]), .B(wb[7]), .Y(pp[15]));
  ZL_AND2_X1 pp_2_0 (.A(x[2]), .B(wb[0]), .Y(pp[16]));
  ZL_AND2_X1 pp_2_1 (.A(x[2]), .B(wb[1]), .Y(pp[17]));
  ZL_AND2_X1 pp_2_2 (.A(x[2]), .B(wb[2]), .Y(pp[18]));
  ZL_AND2_X1 pp_2_3 (.A(x[2]), .B(wb[3]), .Y(pp[19]));
  ZL_AND2_X1 pp_2_4 (.A(x[2]), .B(wb[4]), .Y(pp[20]));
  ZL_AND2_X1 pp_2_5 (.A(x[2]), .B(wb[5]), .Y(pp[21]));
  ZL_AND2_X1 pp_2_6 (.A(x[2]), .B(wb[6]), .Y(pp[22]));
  ZL_AND2_X1 pp_2_7 (.A(x[2]), .B(wb[7]), .Y(pp[23]));
  ZL_AND2_X1 pp_3_0 (.A(x[3]), .B(wb[0]), .Y(pp[24]));
  ZL_AND2_X1 pp_3_1 (.A(x[3]), .B(wb[1]), .Y(pp[25]));
  ZL_AND2_X1 pp_3_2 (.A(x[3]), .B(wb[2]), .Y(pp[26]));
  ZL_AND2_X1 pp_3_3 (.A(x[3]), .B(wb[3]), .Y(pp[27]));
  ZL_AND2_X1 pp_3_4 (.A(x[3]), .B(wb[4]), .Y(pp[28]));
  ZL_AND2_X1 pp_3_5 (.A(x[3]), .B(wb[5]), .Y(pp[29]));
  ZL_AND2_X1 pp_3_6 (.A(x[3]), .B(wb[6]), .Y(pp[30]));
  ZL_AND2_X1 pp_3_7 (.A(x[3]), .B(wb[7]), .Y(pp[31]));
  ZL_AND2_X1 pp_4_0 (.A(x[4]), .B(wb[0]), .Y(pp[32]));
  ZL_AND2_X1 pp_4_1 (.A(x[4]), .B(wb[1]), .Y(pp[33]));
  ZL_AND2_X1 pp_4_2 (.A(x[4]), .B(wb[2]), .Y(pp[34]));
  ZL_AND2_X1 pp_4_3 (.A(x[4]), .B(wb[3]), .Y(pp[35]));
  ZL_AND2_X1 pp_4_4 (.A(x[4]), .B(wb[4]), .Y(pp[36]));
  ZL_AND2_X1 pp_4_5 (.A(x[4]), .B(wb[5]), .Y(pp[37]));
  ZL_AND2_X1 pp_4_6 (.A(x[4]), .B(wb[6]), .Y(pp[38]));
  ZL_AND2_X1 pp_4_7 (.A(x[4]), .B(wb[7]), .Y(pp[39]));
  ZL_AND2_X1 pp_5_0 (.A(x[5]), .B(wb[0]), .Y(pp[40]));
  ZL_AND2_X1 pp_5_1 (.A(x[5]), .B(wb[1]), .Y(pp[41]));
  ZL_AND2_X1 pp_5_2 (.A(x[5]), .B(wb[2]), .Y(pp[42]));
  ZL_AND2_X1 pp_5_3 (.A(x[5]), .B(wb[3]), .Y(pp[43]));
  ZL_AND2_X1 pp_5_4 (.A(x[5]), .B(wb[4]), .Y(pp[44]));
  ZL_AND2_X1 pp_5_5 (.A(x[5]), .B(wb[5]), .Y(pp[45]));
  ZL_AND2_X1 pp_5_6 (.A(x[5]), .B(wb[6]), .Y(pp[46]));
  ZL_AND2_X1 pp_5_7 (.A(x[5]), .B(wb[7]), .Y(pp[47]));
  ZL_AND2_X1 pp_6_0 (.A(x[6]), .B(wb[0]), .Y(pp[48]));
  ZL_AND2_X1 pp_6_1 (.A(x[6]), .B(wb[1]), .Y(pp[49]));
  ZL_AND2_X1 pp_6_2 (.A(x[6]), .B(wb[2]), .Y(pp[50]));
  ZL_AND2_X1 pp_6_3 (.A(x[6]), .B(wb[3]), .Y(pp[51]));
  ZL_AND2_X1 pp_6_4 (.A(x[6]), .B(wb[4]), .Y(pp[52]));
  ZL_AND2_X1 pp_6_5 (.A(x[6]), .B(wb[5]), .Y(pp[53]));
  ZL_AND2_X1 pp_6_6 (.A(x[6]), .B(wb[6]), .Y(pp[54]));
  ZL_AND2_X1 pp_6_7 (.A(x[6]), .B(wb[7]), .Y(pp[55]));
  ZL_AND2_X1 pp_7_0 (.A(x[7]), .B(wb[0]), .Y(pp[56]));
  ZL_AND2_X1 pp_7_1 (.A(x[7]), .B(wb[1]), .Y(pp[57]));
  ZL_AND2_X1 pp_7_2 (.A(x[7]), .B(wb[2]), .Y(pp[58]));
  ZL_AND2_X1 pp_7_3 (.A(x[7]), .B(wb[3]), .Y(pp[59]));
  ZL_AND2_X1 pp_7_4 (.A(x[7]), .B(wb[4]), .Y(pp[60]));
  ZL_AND2_X1 pp_7_5 (.A(x[7]), .B(wb[5]), .Y(pp[61]));
  ZL_AND2_X1 pp_7_6 (.A(x[7]), .B(wb[6]), .Y(pp[62]));
  ZL_AND2_X1 pp_7_7 (.A(x[7]), .B(wb[7]), .Y(pp[63]));

  // Compress each column to 6 bits or fewer: sums ts stay in the column, carries tc move up one.
  ZL_HA_X1 ha_6_6_1 (.A(pp[6]), .B(pp[13]), .S(ts[0]), .CO(tc[0]));
  ZL_FA_X1 fa_6_7_1 (.A(pp[7]), .B(pp[14]), .CI(pp[21]), .S(ts[1]), .CO(tc[1]));
  ZL_HA_X1 ha_6_7_2 (.A(pp[28]), .B(pp[35]), .S(ts[2]), .CO(tc[2]));
  ZL_FA_X1 fa_6_8_1 (.A(pp[15]), .B(pp[22]), .CI(pp[29]), .S(ts[3]), .CO(tc[3]));
  ZL_HA_X1 ha_6_8_2 (.A(pp[36]), .B(pp[43]), .S(ts[4]), .CO(tc[4]));
  ZL_FA_X1 fa_6_9_1 (.A(pp[23]), .B(pp[30]), .CI(pp[37]), .S(ts[5]), .CO(tc[5]));

  // Compress each column to 4 bits or fewer: sums ts stay in the column, carries tc move up one.
  ZL_HA_X1 ha_4_4_1 (.A(pp[4]), .B(pp[11]), .S(ts[6]), .CO(tc[6]));
  ZL_FA_X1 fa_4_5_1 (.A(pp[5]), .B(pp[12]), .CI(pp[19]), .S(ts[7]), .CO(tc[7]));
  ZL_HA_X1 ha_4_5_2 (.A(pp[26]), .B(pp[33]), .S(ts[8]), .CO(tc[8]));
  ZL_FA_X1 fa_4_6_1 (.A(pp[20]), .B(pp[27]), .CI(pp[34]), .S(ts[9]), .CO(tc[9]));
  ZL_FA_X1 fa_4_6_2 (.A(pp[41]), .B(pp[48]), .CI(ts[0]), .S(ts[10]), .CO(tc[10]));
  ZL_FA_X1 fa_4_7_1 (.A(pp[42]), .B(pp[49]), .CI(pp[56]), .S(ts[11]), .CO(tc[11]));
  ZL_FA_X1 fa_4_7_2 (.A(tc[0]), .B(ts[1]), .CI(ts[2]), .S(ts[12]), .CO(tc[12]));
  ZL_FA_X1 fa_4_8_1 (.A(pp[50]), .B(pp[57]), .CI(tc[1]), .S(ts[13]), .CO(tc[13]));
  ZL_FA_X1 fa_4_8_2 (.A(tc[2]), .B(ts[3]), .CI(ts[4]), .S(ts[14]), .CO(tc[14]));
  ZL_FA_X1 fa_4_9_1 (.A(pp[44]), .B(pp[51]), .CI(pp[58]), .S(ts[15]), .CO(tc[15]));
  ZL_FA_X1 fa_4_9_2 (.A(tc[3]), .B(tc[4]), .CI(ts[5]), .S(ts[16]), .CO(tc[16]));
  ZL_FA_X1 fa_4_10_1 (.A(pp[31]), .B(pp[38]), .CI(pp[45]), .S(ts[17]), .CO(tc[17]));
  ZL_FA_X1 fa_4_10_2 (.A(pp[52]), .B(pp[59]), .CI(tc[5]), .S(ts[18]), .CO(tc[18]));
  ZL_FA_X1 fa_4_11_1 (.A(pp[39]), .B(pp[46]), .CI(pp[53]), .S(ts[19]), .CO(tc[19]));

  // Compress each column to 3 bits or fewer: sums ts stay in the column, carries tc move up one.
  ZL_HA_X1 ha_3_3_1 (.A(pp[3]), .B(pp[10]), .S(ts[20]), .CO(tc[20]));
  ZL_FA_X1 fa_3_4_1 (.A(pp[18]), .B(pp[25]), .CI(pp[32]), .S(ts[21]), .CO(tc[21]));
  ZL_FA_X1 fa_3_5_1 (.A(pp[40]), .B(tc[6]), .CI(ts[7]), .S(ts[22]), .CO(tc[22]));
  ZL_FA_X1 fa_3_6_1 (.A(tc[7]), .B(tc[8]), .CI(ts[9]), .S(ts[23]), .CO(tc[23]));
  ZL_FA_X1 fa_3_7_1 (.A(tc[9]), .B(tc[10]), .CI(ts[11]), .S(ts[24]), .CO(tc[24]));
  ZL_FA_X1 fa_3_8_1 (.A(tc[11]), .B(tc[12]), .CI(ts[13]), .S(ts[25]), .CO(tc[25]));
  ZL_FA_X1 fa_3_9_1 (.A(tc[13]), .B(tc[14]), .CI(ts[15]), .S(ts[26]), .CO(tc[26]));
  ZL_FA_X1 fa_3_10_1 (.A(tc[15]), .B(tc[16]), .CI(ts[17]), .S(ts[27]), .CO(tc[27]));
  ZL_FA_X1 fa_3_11_1 (.A(pp[60]), .B(tc[17]), .CI(tc[18]), .S(ts[28]), .CO(tc[28]));
  ZL_FA_X1 fa_3_12_1 (.A(pp[47]), .B(pp[54]), .CI(pp[61]), .S(ts[29]), .CO(tc[29]));

  // Compress each column to 2 bits or fewer: sums ts stay in the column, carries tc move up one.
  ZL_HA_X1 ha_2_2_1 (.A(pp[2]), .B(pp[9]), .S(ts[30]), .CO(tc[30]));
  ZL_FA_X1 fa_2_3_1 (.A(pp[17]), .B(pp[24]), .CI(ts[20]), .S(ts[31]), .CO(tc[31]));
  ZL_FA_X1 fa_2_4_1 (.A(ts[6]), .B(tc[20]), .CI(ts[21]), .S(ts[32]), .CO(tc[32]));
  ZL_FA_X1 fa_2_5_1 (.A(ts[8]), .B(tc[21]), .CI(ts[22]), .S(ts[33]), .CO(tc[33]));
  ZL_FA_X1 fa_2_6_1 (.A(ts[10]), .B(tc[22]), .CI(ts[23]), .S(ts[34]), .CO(tc[34]));
  ZL_FA_X1 fa_2_7_1 (.A(ts[12]), .B(tc[23]), .CI(ts[24]), .S(ts[35]), .CO(tc[35]));
  ZL_FA_X1 fa_2_8_1 (.A(ts[14]), .B(tc[24]), .CI(ts[25]), .S(ts[36]), .CO(tc[36]));
  ZL_FA_X1 fa_2_9_1 (.A(ts[16]), .B(tc[25]), .CI(ts[26]), .S(ts[37]), .CO(tc[37]));
  ZL_FA_X1 fa_2_10_1 (.A(ts[18]), .B(tc[26]), .CI(ts[27]), .S(ts[38]), .CO(tc[38]));
  ZL_FA_X1 fa_2_11_1 (.A(ts[19]), .B(tc[27]), .CI(ts[28]), .S(ts[39]), .CO(tc[39]));
  ZL_FA_X1 fa_2_12_1 (.A(tc[19]), .B(tc[28]), .CI(ts[29]), .S(ts[40]), .CO(tc[40]));
  ZL_FA_X1 fa_2_13_1 (.A(pp[55]), .B(pp[62]), .CI(tc[29]), .S(ts[41]), .CO(tc[41]));

  // Two rows are left: add them.
  assign d[0] = pp[0];
  ZL_HA_X1 add_1 (.A(pp[1]), .B(pp[8]), .S(d[1]), .CO(r[2]));
  ZL_FA_X1 add_2 (.A(pp[16]), .B(ts[30]), .CI(r[2]), .S(d[2]), .CO(r[3]));
  ZL_FA_X1 add_3 (.A(tc[30]), .B(ts[31]), .CI(r[3]), .S(d[3]), .CO(r[4]));
  ZL_FA_X1 add_4 (.A(tc[31]), .B(ts[32]), .CI(r[4]), .S(d[4]), .CO(r[5]));
  ZL_FA_X1 add_5 (.A(tc[32]), .B(ts[33]), .CI(r[5]), .S(d[5]), .CO(r[6]));
  ZL_FA_X1 add_6 (.A(tc[33]), .B(ts[34]), .CI(r[6]), .S(d[6]), .CO(r[7]));
  ZL_FA_X1 add_7 (.A(tc[34]), .B(ts[35]), .CI(r[7]), .S(d[7]), .CO(r[8]));
  ZL_FA_X1 add_8 (.A(tc[35]), .B(ts[36]), .CI(r[8]), .S(d[8]), .CO(r[9]));
  ZL_FA_X1 add_9 (.A(tc[36]), .B(ts[37]), .CI(r[9]), .S(d[9]), .CO(r[10]));
  ZL_FA_X1 add_10 (.A(tc[37]), .B(ts[38]), .CI(r[10]), .S(d[10]), .CO(r[11]));
  ZL_FA_X1 add_11 (.A(tc[38]), .B(ts[39]), .CI(r[11]), .S(d[11]), .CO(r[12]));
  ZL_FA_X1 add_12 (.A(tc[39]), .B(ts[40]), .CI(r[12]), .S(d[12]), .CO(r[13]));
  ZL_FA_X1 add_13 (.A(tc[40]), .B(ts[41]), .CI(r[13]), .S(d[13]), .CO(r[14]));
  ZL_FA_X1 add_14 (.A(pp[63]), .B(tc[41]), .CI(r[14]), .S(d[14]), .CO(r[15]));
  assign d[15] = r[15];

  // The product register.
  ZL_DFF_X1 \p_reg[0] (.D(d[0]), .CK(ck[0]), .Q(p[0]));
  ZL_DFF_X1 \p_reg[1] (.D(d[1]), .CK(ck[0]), .Q(p[1]));
  ZL_DFF_X1 \p_reg[2] (.D(d[2]), .CK(ck[0]), .Q(p[2]));
  ZL_DFF_X1 \p_reg[3] (.D(d[3]), .CK(ck[0]), .Q(p[3]));
  ZL_DFF_X1 \p_reg[4] (.D(d[4]), .CK(ck[0]), .Q(p[4]));
  ZL_DFF_X1 \p_reg[5] (.D(d[5]), .CK(ck[0]), .Q(p[5]));
  ZL_DFF_X1 \p_reg[6] (.D(d[6]), .CK(ck[0]), .Q(p[6]));
  ZL_DFF_X1 \p_reg[7] (.D(d[7]), .CK(ck[0]), .Q(p[7]));
  ZL_DFF_X1 \p_reg[8] (.D(d[8]), .CK(ck[1]), .Q(p[8]));
  ZL_DFF_X1 \p_reg[9] (.D(d[9]), .CK(ck[1]), .Q(p[9]));
  ZL_DFF_X1 \p_reg[10] (.D(d[10]), .CK(ck[1]), .Q(p[10]));
  ZL_DFF_X1 \p_reg[11] (.D(d[11]), .CK(ck[1]), .Q(p[11]));
  ZL_DFF_X1 \p_reg[12] (.D(d[12]), .CK(ck[1]), .Q(p[12]));
  ZL_DFF_X1 \p_reg[13] (.D(d[13]), .CK(ck[1]), .Q(p[13]));
  ZL_DFF_X1 \p_reg[14] (.D(d[14]), .CK(ck[1]), .Q(p[14]));
  ZL_DFF_X1 \p_reg[15] (.D(d[15]), .CK(ck[1]), .Q(p[15]));

  // Start again from zero at the first product of a window.
  ZL_BUF_X4 kbuf_0 (.A(keep), .Y(ka[0]));
  ZL_BUF_X4 kbuf_1 (.A(keep), .Y(ka[1]));
  ZL_BUF_X4 kbuf_2 (.A(keep), .Y(ka[2]));
  ZL_AND2_X1 old_0 (.A(acc[0]), .B(ka[0]), .Y(old[0]));
  ZL_AND2_X1 old_1 (.A(acc[1]), .B(ka[0]), .Y(old[1]));
  ZL_AND2_X1 old_2 (.A(acc[2]), .B(ka[0]), .Y(old[2]));
  ZL_AND2_X1 old_3 (.A(acc[3]), .B(ka[0]), .Y(old[3]));
  ZL_AND2_X1 old_4 (.A(acc[4]), .B(ka[0]), .Y(old[4]));
  ZL_AND2_X1 old_5 (.A(acc[5]), .B(ka[0]), .Y(old[5]));
  ZL_AND2_X1 old_6 (.A(acc[6]), .B(ka[0]), .Y(old[6]));
  ZL_AND2_X1 old_7 (.A(acc[7]), .B(ka[1]), .Y(old[7]));
  ZL_AND2_X1 old_8 (.A(acc[8]), .B(ka[1]), .Y(old[8]));
  ZL_AND2_X1 old_9 (.A(acc[9]), .B(ka[1]), .Y(old[9]));
  ZL_AND2_X1 old_10 (.A(acc[10]), .B(ka[1]), .Y(old[10]));
  ZL_AND2_X1 old_11 (.A(acc[11]), .B(ka[1]), .Y(old[11]));
  ZL_AND2_X1 old_12 (.A(acc[12]), .B(ka[1]), .Y(old[12]));
  ZL_AND2_X1 old_13 (.A(acc[13]), .B(ka[1]), .Y(old[13]));
  ZL_AND2_X1 old_14 (.A(acc[14]), .B(ka[2]), .Y(old[14]));
  ZL_AND2_X1 old_15 (.A(acc[15]), .B(ka[2]), .Y(old[15]));
  ZL_AND2_X1 old_16 (.A(acc[16]), .B(ka[2]), .Y(old[16]));
  ZL_AND2_X1 old_17 (.A(acc[17]), .B(ka[2]), .Y(old[17]));
  ZL_AND2_X1 old_18 (.A(acc[18]), .B(ka[2]), .Y(old[18]));
  ZL_AND2_X1 old_19 (.A(acc[19]), .B(ka[2]), .Y(old[19]));
  adder u_add (.a(old), .b(p), .s(next));

  // The accumulator. Names with brackets are escaped, as synthesis writes them.
  ZL_DFFR_X2 \acc_reg[0] (.D(next[0]), .CK(ck[2]), .RN(rst_n[0]), .Q(acc[0]));
  ZL_DFFR_X2 \acc_reg[1] (.D(next[1]), .CK(ck[2]), .RN(rst_n[0]), .Q(acc[1]));
  ZL_DFFR_X2 \acc_reg[2] (.D(next[2]), .CK(ck[2]), .RN(rst_n[0]), .Q(acc[2]));
  ZL_DFFR_X2 \acc_reg[3] (.D(next[3]), .CK(ck[2]), .RN(rst_n[0]), .Q(acc[3]));
  ZL_DFFR_X2 \acc_reg[4] (.D(next[4]), .CK(ck[2]), .RN(rst_n[0]), .Q(acc[4]));
  ZL_DFFR_X2 \acc_reg[5] (.D(next[5]), .CK(ck[2]), .RN(rst_n[0]), .Q(acc[5]));
  ZL_DFFR_X2 \acc_reg[6] (.D(next[6]), .CK(ck[2]), .RN(rst_n[0]), .Q(acc[6]));
  ZL_DFFR_X2 \acc_reg[7] (.D(next[7]), .CK(ck[2]), .RN(rst_n[0]), .Q(acc[7]));
  ZL_DFFR_X2 \acc_reg[8] (.D(next[8]), .CK(ck[2]), .RN(rst_n[0]), .Q(acc[8]));
  ZL_DFFR_X2 \acc_reg[9] (.D(next[9]), .CK(ck[2]), .RN(rst_n[0]), .Q(acc[9]));
  ZL_DFFR_X2 \acc_reg[10] (.D(next[10]), .CK(ck[3]), .RN(rst_n[1]), .Q(acc[10]));
  ZL_DFFR_X2 \acc_reg[11] (.D(next[11]), .CK(ck[3]), .RN(rst_n[1]), .Q(acc[11]));
  ZL_DFFR_X2 \acc_reg[12] (.D(next[12]), .CK(ck[3]), .RN(rst_n[1]), .Q(acc[12]));
  ZL_DFFR_X2 \acc_reg[13] (.D(next[13]), .CK(ck[3]), .RN(rst_n[1]), .Q(acc[13]));
  ZL_DFFR_X2 \acc_reg[14] (.D(next[14]), .CK(ck[3]), .RN(rst_n[1]), .Q(acc[14]));
  ZL_DFFR_X2 \acc_reg[15] (.D(next[15]), .CK(ck[3]), .RN(rst_n[1]), .Q(acc[15]));
  ZL_DFFR_X2 \acc_reg[16] (.D(next[16]), .CK(ck[3]), .RN(rst_n[1]), .Q(acc[16]));
  ZL_DFFR_X2 \acc_reg[17] (.D(next[17]), .CK(ck[3]), .RN(rst_n[1]), .Q(acc[17]));
  ZL_DFFR_X2 \acc_reg[18] (.D(next[18]), .CK(ck[3]), .RN(rst_n[1]), .Q(acc[18]));
  ZL_DFFR_X2 \acc_reg[19] (.D(next[19]), .CK(ck[3]), .RN(rst_n[1]), .Q(acc[19]));
endmodule

// s = a + b. The carry ripples through one inverting gate per bit, OAI21 and AOI21 in turn, so c[i], the
// carry into bit i, is true for even i and inverted for odd i, and so are g[i] and t[i].
module adder (a, b, s);
  input [19:0] a;
  input [15:0] b;
  output [19:0] s;

  wire [15:1] h, g, t;
  wire [19:1] c;
  wire ones17;

  // Bit 0 has no carry in.
  ZL_XOR2_X1 sum_0 (.A(a[0]), .B(b[0]), .Y(s[0]));
  ZL_NAND2_X1 carry_0 (.A(a[0]), .B(b[0]), .Y(c[1]));

  // Bits 1 to 15: half sum h, generate g, propagate t, sum, carry out.
  ZL_XOR2_X1 h_1 (.A(a[1]), .B(b[1]), .Y(h[1]));
  ZL_NAND2_X1 g_1 (.A(a[1]), .B(b[1]), .Y(g[1]));
  ZL_NOR2_X1 t_1 (.A(a[1]), .B(b[1]), .Y(t[1]));
  ZL_XNOR2_X1 sum_1 (.A(h[1]), .B(c[1]), .Y(s[1]));
  ZL_OAI21_X1 carry_1 (.A1(c[1]), .A2(t[1]), .B(g[1]), .Y(c[2]));
  ZL_XOR2_X1 h_2 (.A(a[2]), .B(b[2]), .Y(h[2]));
  ZL_AND2_X1 g_2 (.A(a[2]), .B(b[2]), .Y(g[2]));
  ZL_OR2_X1 t_2 (.A(a[2]), .B(b[2]), .Y(t[2]));
  ZL_XOR2_X1 sum_2 (.A(h[2]), .B(c[2]), .Y(s[2]));
  ZL_AOI21_X1 carry_2 (.A1(c[2]), .A2(t[2]), .B(g[2]), .Y(c[3]));
  ZL_XOR2_X1 h_3 (.A(a[3]), .B(b[3]), .Y(h[3]));
  ZL_NAND2_X1 g_3 (.A(a[3]), .B(b[3]), .Y(g[3]));
  ZL_NOR2_X1 t_3 (.A(a[3]), .B(b[3]), .Y(t[3]));
  ZL_XNOR2_X1 sum_3 (.A(h[3]), .B(c[3]), .Y(s[3]));
  ZL_OAI21_X1 carry_3 (.A1(c[3]), .A2(t[3]), .B(g[3]), .Y(c[4]));
  ZL_XOR2_X1 h_4 (.A(a[4]), .B(b[4]), .Y(h[4]));
  ZL_AND2_X1 g_4 (.A(a[4]), .B(b[4]), .Y(g[4]));
  ZL_OR2_X1 t_4 (.A(a[4]), .B(b[4]), .Y(t[4]));
  ZL_XOR2_X1 sum_4 (.A(h[4]), .B(c[4]), .Y(s[4]));
  ZL_AOI21_X1 carry_4 (.A1(c[4]), .A2(t[4]), .B(g[4]), .Y(c[5]));
  ZL_XOR2_X1 h_5 (.A(a[5]), .B(b[5]), .Y(h[5]));
  ZL_NAND2_X1 g_5 (.A(a[5]), .B(b[5]), .Y(g[5]));
  ZL_NOR2_X1 t_5 (.A(a[5]), .B(b[5]), .Y(t[5]));
  ZL_XNOR2_X1 sum_5 (.A(h[5]), .B(c[5]), .Y(s[5]));
  ZL_OAI21_X1 carry_5 (.A1(c[5]), .A2(t[5]), .B(g[5]), .Y(c[6]));
  ZL_XOR2_X1 h_6 (.A(a[6]), .B(b[6]), .Y(h[6]));
  ZL_AND2_X1 g_6 (.A(a[6]), .B(b[6]), .Y(g[6]));
  ZL_OR2_X1 t_6 (.A(a[6]), .B(b[6]), .Y(t[6]));
  ZL_XOR2_X1 sum_6 (.A(h[6]), .B(c[6]), .Y(s[6]));
  ZL_AOI21_X1 carry_6 (.A1(c[6]), .A2(t[6]), .B(g[6]), .Y(c[7]));
  ZL_XOR2_X1 h_7 (.A(a[7]), .B(b[7]), .Y(h[7]));
  ZL_NAND2_X1 g_7 (.A(a[7]), .B(b[7]), .Y(g[7]));
  ZL_NOR2_X1 t_7 (.A(a[7]), .B(b[7]), .Y(t[7]));
  ZL_XNOR2_X1 sum_7 (.A(h[7]), .B(c[7]), .Y(s[7]));
  ZL_OAI21_X1 carry_7 (.A1(c[7]), .A2(t[7]), .B(g[7]), .Y(c[8]));
  ZL_XOR2_X1 h_8 (.A(a[8]), .B(b[8]), .Y(h[8]));
  ZL_AND2_X1 g_8 (.A(a[8]), .B(b[8]), .Y(g[8]));
  ZL_OR2_X1 t_8 (.A(a[8]), .B(b[8]), .Y(t[8]));
  ZL_XOR2_X1 sum_8 (.A(h[8]), .B(c[8]), .Y(s[8]));
  ZL_AOI21_X1 carry_8 (.A1(c[8]), .A2(t[8]), .B(g[8]), .Y(c[9]));
  ZL_XOR2_X1 h_9 (.A(a[9]), .B(b[9]), .Y(h[9]));
  ZL_NAND2_X1 g_9 (.A(a[9]), .B(b[9]), .Y(g[9]));
  ZL_NOR2_X1 t_9 (.A(a[9]), .B(b[9]), .Y(t[9]));
  ZL_XNOR2_X1 sum_9 (.A(h[9]), .B(c[9]), .Y(s[9]));
  ZL_OAI21_X1 carry_9 (.A1(c[9]), .A2(t[9]), .B(g[9]), .Y(c[10]));
  ZL_XOR2_X1 h_10 (.A(a[10]), .B(b[10]), .Y(h[10]));
  ZL_AND2_X1 g_10 (.A(a[10]), .B(b[10]), .Y(g[10]));
  ZL_OR2_X1 t_10 (.A(a[10]), .B(b[10]), .Y(t[10]));
  ZL_XOR2_X1 sum_10 (.A(h[10]), .B(c[10]), .Y(s[10]));
  ZL_AOI21_X1 carry_10 (.A1(c[10]), .A2(t[10]), .B(g[10]), .Y(c[11]));
  ZL_XOR2_X1 h_11 (.A(a[11]), .B(b[11]), .Y(h[11]));
  ZL_NAND2_X1 g_11 (.A(a[11]), .B(b[11]), .Y(g[11]));
  ZL_NOR2_X1 t_11 (.A(a[11]), .B(b[11]), .Y(t[11]));
  ZL_XNOR2_X1 sum_11 (.A(h[11]), .B(c[11]), .Y(s[11]));
  ZL_OAI21_X1 carry_11 (.A1(c[11]), .A2(t[11]), .B(g[11]), .Y(c[12]));
  ZL_XOR2_X1 h_12 (.A(a[12]), .B(b[12]), .Y(h[12]));
  ZL_AND2_X1 g_12 (.A(a[12]), .B(b[12]), .Y(g[12]));
  ZL_OR2_X1 t_12 (.A(a[12]), .B(b[12]), .Y(t[12]));
  ZL_XOR2_X1 sum_12 (.A(h[12]), .B(c[12]), .Y(s[12]));
  ZL_AOI21_X1 carry_12 (.A1(c[12]), .A2(t[12]), .B(g[12]), .Y(c[13]));
  ZL_XOR2_X1 h_13 (.A(a[13]), .B(b[13]), .Y(h[13]));
  ZL_NAND2_X1 g_13 (.A(a[13]), .B(b[13]), .Y(g[13]));
  ZL_NOR2_X1 t_13 (.A(a[13]), .B(b[13]), .Y(t[13]));
  ZL_XNOR2_X1 sum_13 (.A(h[13]), .B(c[13]), .Y(s[13]));
  ZL_OAI21_X1 carry_13 (.A1(c[13]), .A2(t[13]), .B(g[13]), .Y(c[14]));
  ZL_XOR2_X1 h_14 (.A(a[14]), .B(b[14]), .Y(h[14]));
  ZL_AND2_X1 g_14 (.A(a[14]), .B(b[14]), .Y(g[14]));
  ZL_OR2_X1 t_14 (.A(a[14]), .B(b[14]), .Y(t[14]));
  ZL_XOR2_X1 sum_14 (.A(h[14]), .B(c[14]), .Y(s[14]));
  ZL_AOI21_X1 carry_14 (.A1(c[14]), .A2(t[14]), .B(g[14]), .Y(c[15]));
  ZL_XOR2_X1 h_15 (.A(a[15]), .B(b[15]), .Y(h[15]));
  ZL_NAND2_X1 g_15 (.A(a[15]), .B(b[15]), .Y(g[15]));
  ZL_NOR2_X1 t_15 (.A(a[15]), .B(b[15]), .Y(t[15]));
  ZL_XNOR2_X1 sum_15 (.A(h[15]), .B(c[15]), .Y(s[15]));
  ZL_OAI21_X1 carry_15 (.A1(c[15]), .A2(t[15]), .B(g[15]), .Y(c[16]));

  // Bits 16 to 19 only add c[16] on; c[17] to c[19] are all inverted.
  ZL_AND2_X1 ones_17 (.A(a[16]), .B(a[17]), .Y(ones17));
  ZL_NAND2_X1 carry_16 (.A(c[16]), .B(a[16]), .Y(c[17]));
  ZL_NAND2_X1 carry_17 (.A(c[16]), .B(ones17), .Y(c[18]));
  ZL_NAND3_X1 carry_18 (.A(c[16]), .B(ones17), .C(a[18]), .Y(c[19]));
  ZL_XOR2_X1 sum_16 (.A(a[16]), .B(c[16]), .Y(s[16]));
  ZL_XNOR2_X1 sum_17 (.A(a[17]), .B(c[17]), .Y(s[17]));
  ZL_XNOR2_X1 sum_18 (.A(a[18]), .B(c[18]), .Y(s[18]));
  ZL_XNOR2_X1 sum_19 (.A(a[19]), .B(c[19]), .Y(s[19]));
endmodule
