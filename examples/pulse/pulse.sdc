# Constraints of the example design. Times are ns, capacitances pF, as in the libraries.

# One clock. Its delay through the clock tree is computed, not assumed. The period is a little too short on
# purpose, so that some paths fail.
create_clock -name clk -period 1.12 [get_ports clk]
set_propagated_clock [get_clocks clk]
set_input_transition 0.03 [get_ports clk]

# Inputs arrive between 0.16 and 0.30 ns after the clock edge outside. rst_n may change at any time: it has
# no delay, because the two flip-flops behind it bring it in step.
set_input_delay 0.16 -min -clock clk [get_ports {run peek sample[*] level[*]}]
set_input_delay 0.30 -max -clock clk [get_ports {run peek sample[*] level[*]}]
set_input_transition 0.05 [get_ports {rst_n run peek sample[*] level[*]}]

# What the outputs drive needs them 0.15 ns before the next edge, and steady until 0.02 ns after it.
set_output_delay 0.15 -max -clock clk [get_ports {sum[*] valid hit}]
set_output_delay -0.02 -min -clock clk [get_ports {sum[*] valid hit}]
set_load 0.008 [get_ports {sum[*] valid hit}]
