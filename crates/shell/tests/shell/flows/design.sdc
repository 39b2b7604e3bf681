# The period comes from the environment, and delays outside are a share of it.
create_clock -name clk -period $::env(CLOCK_PERIOD) [get_ports clk]
set outside [expr {$::env(CLOCK_PERIOD) * $::env(IO_PCT)}]
set data [lreplace [all_inputs] [lsearch [all_inputs] [get_port clk]] [lsearch [all_inputs] [get_port clk]] ""]
set_input_delay $outside -clock [get_clocks clk] $data
set_output_delay $outside -clock [get_clocks clk] [all_outputs]
set_input_transition 0.05 $data
set_load [expr {$::env(OUTPUT_CAP_LOAD) / 1000.0}] [all_outputs]
set_clock_uncertainty 0.01 [get_clocks clk]
set_propagated_clock [all_clocks]
