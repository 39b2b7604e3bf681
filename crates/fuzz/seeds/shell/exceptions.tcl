create_clock -name c -period 2 [get_ports clk]
create_clock -name v -period 3
set_input_delay 0.5 -clock v [get_ports {din rst}]
set_output_delay 0.5 -clock c [all_outputs]
set_multicycle_path 2 -setup -through [get_nets q] -to [get_clocks c]
set_false_path -hold -rise_from [all_registers -clock_pins]
set_max_delay 1 -ignore_clock_latency -from [get_ports din]
set_path_margin 0.1 -fall_through [get_cells *]
group_path -name g -to [all_outputs]
report_exceptions
report_clock_interaction -format json
explain_path -from [get_ports din] -path_delay min
reset_path -from [get_ports din]
get_property {r[0]/D} slack_max
report_exceptions -ignored
