# Metrics of the stages of a flow: each stage adds its reports to a file, and its numbers to a dictionary that is written as JSON at the end.
source $::env(LOAD)
file mkdir $::env(REPORTS)

proc heading {file text} {
  set channel [open $file a]
  puts $channel "\n[string repeat = 74]\n$text\n[string repeat - 74]"
  close $channel
}

# What a report printed, as a list of its numbers.
proc numbers_of {file pattern} {
  set channel [open $file]
  set text [read $channel]
  close $channel
  lmap {whole number} [regexp -all -inline -- $pattern $text] {set number}
}

proc stage_metrics {stage} {
  set name [string map {" " _ - _} $stage]
  set file [file join $::env(REPORTS) $name.rpt]
  heading $file "$stage report_tns"
  report_tns -digits 6 >> $file
  heading $file "$stage report_wns"
  report_wns -digits 6 >> $file
  heading $file "$stage report_worst_slack"
  report_worst_slack -digits 6 >> $file
  report_worst_slack -min -digits 6 >> $file
  heading $file "$stage report_clock_min_period"
  report_clock_min_period -include_port_paths -digits 6 >> $file
  heading $file "$stage report_clock_skew"
  report_clock_skew -digits 6 >> $file
  report_clock_skew -hold -digits 6 >> $file
  foreach delay {min max} {
    heading $file "$stage report_checks -path_delay $delay"
    report_checks -path_delay $delay -fields {slew cap input nets fanout} -format full_clock_expanded >> $file
  }
  heading $file "$stage report_checks -unconstrained"
  report_checks -unconstrained -fields {slew cap input nets fanout} -format full_clock_expanded >> $file

  foreach command {{report_check_types -max_slew -max_cap -max_fanout -violators >> $file} {report_power >> $file} {report_design_area >> $file} {repair_timing -setup}} {
    if {[catch $command message options]} {
      dict lappend ::metrics ${name}__skipped [lindex [split $message :] 0]
    }
  }

  report_clock_min_period -digits 6 > $file.period
  report_worst_slack -max -digits 6 > $file.slack
  set periods [numbers_of $file.period {period_min = ([0-9.]+)}]
  set path [lindex [find_timing_paths -sort_by_slack] 0]
  dict set ::metrics ${name}__timing__setup__tns [total_negative_slack -max]
  dict set ::metrics ${name}__timing__hold__tns [total_negative_slack -min]
  dict set ::metrics ${name}__timing__setup__ws [worst_slack -max]
  dict set ::metrics ${name}__timing__hold__ws [worst_slack -min]
  dict set ::metrics ${name}__timing__setup__ws_printed [lindex [numbers_of $file.slack {max (-?[0-9.]+|INF)}] 0]
  dict set ::metrics ${name}__timing__setup__violations [sta::endpoint_violation_count max]
  dict set ::metrics ${name}__timing__hold__violations [sta::endpoint_violation_count min]
  dict set ::metrics ${name}__timing__endpoints [sta::endpoint_count]
  dict set ::metrics ${name}__clock__skew__setup [worst_clock_skew -setup]
  dict set ::metrics ${name}__clock__skew__hold [worst_clock_skew -hold]
  dict set ::metrics ${name}__clock__period__min [expr {[llength $periods] ? [tcl::mathfunc::max {*}$periods] : 0}]
  if {$path ne ""} {
    dict set ::metrics ${name}__critical__slack [get_property $path slack]
    dict set ::metrics ${name}__critical__points [llength [get_property $path points]]
  }
  dict set ::metrics ${name}__design__instances [sta::network_leaf_instance_count]
}

set metrics [dict create]
unset_propagated_clock [all_clocks]
stage_metrics "place - ideal"
set_propagated_clock [all_clocks]
stage_metrics finish

set lines [lmap {name value} $metrics {
  format {  "%s": %s} $name [expr {[string is double -strict $value] ? $value : "\"[string map {\\ \\\\ \" \\\"} $value]\""}]
}]
set channel [open [file join $::env(REPORTS) metrics.json] w]
puts $channel "{\n[join $lines ",\n"]\n}"
close $channel
