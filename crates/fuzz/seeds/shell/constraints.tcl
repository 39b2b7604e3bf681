create_clock -name c -period 2 [get_ports clk]
set_propagated_clock [get_clocks c]
set_clock_latency -source 0.5 [all_clocks]
set_input_delay 0.5 -max -clock c [get_ports {din rst}]
set_output_delay 0.5 -clock c [all_outputs]
set_load 0.01 [all_outputs]
set_input_transition 0.1 [all_inputs -no_clocks]
get_property l/D slack_max
create_clock -name v -period 10 -waveform {0 5}
set_input_delay 1 -clock v -add_delay [get_ports din]
get_property {r[0]/D} arrival_max_rise
remove_clock v
get_property {dout[0]} slack_max
set_case_analysis 0 [get_ports rst]
set_case_analysis rising {r[0]/D}
set_logic_one [get_ports din]
set_disable_timing [get_cells l]
set_disable_timing l/D
report_disabled_edges
unset_disable_timing l/D
unset_case_analysis [get_ports rst]
get_property {r[0]/D} case_value
write_sdc out.sdc
