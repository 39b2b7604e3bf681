create_clock -name c -period 2 clk
set_input_delay 0.5 -clock c [all_inputs -no_clocks]
set_output_delay 0.5 -clock c [all_outputs]
report_checks -path_delay min_max -format full_clock_expanded -fields {slew cap input net fanout} -digits 4
report_checks -unconstrained -group_path_count 5 -endpoint_path_count 3 -format json
foreach end [find_timing_paths -group_path_count 9 -unique_paths_to_endpoint -sort_by_slack] {get_property $end slack; get_property [get_property $end points] pin; $end slack}
report_path [lindex [find_timing_paths] 0]
report_checks -from [all_registers -clock_pins] -through [get_nets w] -rise_to [all_outputs] -slack_max 1
report_clock_skew -hold; report_clock_latency; report_clock_min_period -include_port_paths; report_clock_properties
report_wns; report_tns -min; worst_slack -path_groups c
check_setup -verbose
report_net w; report_instance l; report_lib_cell DFF; report_dcalc -from r/3/CK -to r/3/Q; report_edges -from l/D; report_slacks l/D
make_port p input; make_net n; connect_pin n p; delete_port p
