# The timing of a chip of blocks: the worst paths through each block, and from and to each port, as files and as tables.
source $::env(LOAD)
file mkdir $::env(REPORTS)
proc report_file {name} {
  file join $::env(REPORTS) [string map {/ . [ _ ] _} $name]
}

set clock_ports [list]
foreach clock [all_clocks] {
  foreach source [get_property $clock sources] {
    lappend clock_ports $source
  }
}

set table [open [report_file blocks.txt] w]
foreach block [get_cells * -filter {is_hierarchical == 1}] {
  set name [get_property $block full_name]
  set pins [get_pins -of_objects $block]
  if {[llength $pins] == 0} {
    continue
  }
  foreach delay {min max} {
    report_checks -through $pins -path_delay $delay -format full_clock_expanded -fields {slew cap input nets fanout} -group_count 5 > [report_file $name.$delay.rpt]
    set path [lindex [find_timing_paths -through $pins -path_delay $delay -sort_by_slack] 0]
    if {$path eq "" || $path eq "NULL"} {
      puts $table "$name $delay none"
    } else {
      puts $table "$name $delay [get_property $path slack] [get_full_name [get_property $path startpoint]] [get_full_name [get_property $path endpoint]]"
    }
  }
}
close $table

set inputs [all_inputs]
set table [open [report_file ports.txt] w]
foreach port [get_ports *] {
  set name [get_name $port]
  set net [get_nets -quiet -of_object $port]
  if {$net eq "NULL" || $net eq ""} {
    puts $table "$name unconnected"
    continue
  }
  if {[lsearch $clock_ports $port] >= 0} {
    puts $table "$name clock"
    continue
  }
  if {[lsearch $inputs [get_port $name]] >= 0} {
    set side -from
  } else {
    set side -to
  }
  report_checks $side $port -unconstrained -path_delay max -format summary >> [report_file ports.rpt]
  set path [lindex [find_timing_paths $side $port -path_delay max -sort_by_slack] 0]
  puts $table "$name [get_property $port direction] [expr {$path eq "" ? "none" : [get_property $path slack]}]"
}
close $table

set unused 0
foreach pin [all_registers -output_pins] {
  set net [get_nets -quiet -of_object $pin]
  if {$net == "NULL" || [llength $net] == 0} {
    incr unused
  }
}
puts "outputs of registers without a net: $unused"

report_checks -path_delay min_max -unique_paths_to_endpoint -group_path_count 40 -format end -digits 6 > [report_file ends.rpt]
report_checks -format json -group_path_count 10 > [report_file paths.json]
report_parasitic_annotation >> [report_file annotation.rpt]
