create_clock -name clk -period 1000 -waveform {100 600} [get_ports clk]
create_clock -name outside -period 500
set_propagated_clock [get_clocks clk]
set_input_delay 70 -clock clk -clock_fall [get_ports {gate reset}]
set_input_delay 80 -clock outside [get_ports data]
set_output_delay -max 150 -clock outside [get_ports {late clock_out}]
set_output_delay -min 10 -clock clk -clock_fall [get_ports early]
set_output_delay -max 20 -clock clk -clock_fall [get_ports {odd*}]
