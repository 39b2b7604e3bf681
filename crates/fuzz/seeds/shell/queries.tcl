set x [get_cells -hierarchical * -filter {area > 1 && !is_buffer}]
foreach it $x {get_property $it ref_name}
get_pins -of_objects [get_cells p1/one]
get_nets -of_objects [get_pins r/3/CK]
get_cells -of_objects [get_nets w]
get_lib_cells -of_objects [get_cells l]
get_ports -regexp -nocase {DIN.*}
get_full_name [sta::sort_by_name [get_ports clk]]
all_registers -clock_pins
[get_cells l] name
catch {get_property cell#5 nothing} m
lsearch [all_inputs] [get_port clk]
