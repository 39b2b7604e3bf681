create_clock -name c -period 2 [get_pins r/3/Q]
make_instance new gates/BUF_X1
make_net n
disconnect_pin w l/D
connect_pin w new/A
connect_pin n new/Z
connect_pin n l/D
replace_cell x+y BUF_X1
get_property l/D slack_max
set x [get_cells l]
delete_instance r/3
catch {get_property pin#17 slack_max}
delete_net n
get_property {r[0]/D} slack_max
delete_instance $x
get_clocks c
