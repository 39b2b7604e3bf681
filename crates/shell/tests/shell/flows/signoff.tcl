# A step of sign-off in one corner, in a process of its own. The script that the environment names reads the design. Reports and metrics go to standard
# output between marks, from which the flow that started the process takes them.
set sta_report_default_digits 6
source $::env(LOAD)

if {[namespace which ::sta::scenes] ne ""} {
  set corners [::sta::scenes]
} else {
  set corners [::sta::corners]
}
set corner [[lindex $corners 0] name]

proc create_report {file body} {
  puts "%OL_CREATE_REPORT $file"
  uplevel 1 $body
  puts "%OL_END_REPORT"
}

proc metric_f {name value} {
  puts "%OL_METRIC_F ${name}__corner:$::corner $value"
}

proc metric_i {name value} {
  puts "%OL_METRIC_I ${name}__corner:$::corner $value"
}

proc is_port {object} {
  expr {[get_property $object object_class] eq "port"}
}

foreach {check delay} {hold min setup max} {
  create_report $delay.rpt {
    report_checks -sort_by_slack -path_delay $delay -fields {slew cap input nets fanout} -format full_clock_expanded -group_path_count 50 -corner $corner
  }
  create_report ends.$delay.rpt {
    report_checks -path_delay $delay -format end -group_path_count 999999999 -slack_max 1e30
  }
  create_report summary.$delay.rpt {
    report_checks -path_delay $delay -format summary -group_count 20 -endpoint_count 2 -sort_by_slack
  }
  create_report slacks.$delay.rpt {
    report_checks -path_delay $delay -format slack_only -group_path_count 20 -digits 4
  }
  create_report paths.$delay.json {
    report_checks -path_delay $delay -format json -group_path_count 20 -sort_by_slack
  }
  create_report skew.$delay.rpt {
    report_clock_skew -$check -corner $corner
  }
  create_report slack.$delay.rpt {
    report_wns -$delay
    report_tns -$delay
    report_worst_slack -$delay
  }

  set ends [find_timing_paths -unique_paths_to_endpoint -path_delay $delay -sort_by_slack -group_path_count 999999999 -slack_max 0]
  set failing [dict create]
  set between_registers 0
  create_report violators.$delay.rpt {
    foreach path_end $ends {
      set path [$path_end path]
      set slack [get_property $path slack]
      set end [get_property $path endpoint]
      if {$slack >= 0 || [dict exists $failing [get_full_name $end]]} {
        continue
      }
      set start [get_property $path_end startpoint]
      dict set failing [get_full_name $end] $slack
      set kind [expr {[is_port $start] ? "in" : "reg"}]-[expr {[is_port $end] ? "out" : "reg"}]
      if {$kind eq "reg-reg"} {
        incr between_registers
      }
      puts "$kind [get_property $start full_name] [get_property $end full_name] [sta::format_time [$path_end slack] 6]"
    }
  }
  metric_i timing__${check}_vio__count [dict size $failing]
  metric_i timing__${check}_r2r_vio__count $between_registers
  metric_f timing__${check}__ws [worst_slack -corner $corner -$delay]
  metric_f timing__${check}__wns [expr {min([worst_slack -$delay], 0)}]
  metric_f timing__${check}__tns [total_negative_slack -corner $corner -$delay]
  metric_f clock__skew__worst_$check [worst_clock_skew -$check]

  set between [find_timing_paths -from [all_registers -clock_pins] -to [all_registers -data_pins] -path_delay $delay -sort_by_slack]
  if {$between eq "NULL" || [llength $between] == 0} {
    metric_f timing__${check}_r2r__ws Infinity
  } else {
    metric_f timing__${check}_r2r__ws [get_property [lindex $between 0] slack]
  }
}

create_report checks.rpt {
  report_checks -unconstrained -fields {slew cap input nets fanout} -format full_clock_expanded -no_line_splits
  report_checks -slack_max -0.01 -slack_min -1e30 -path_delay min_max -format full
  check_setup -verbose -unconstrained_endpoints -multiple_clock -no_clock -no_input_delay -loops -generated_clocks
}
create_report annotation.rpt {
  report_parasitic_annotation -report_unannotated
}
create_report clocks.rpt {
  report_clock_properties
  report_clock_latency
  report_clock_min_period
  foreach clock [all_clocks] {
    puts "[get_property $clock full_name] [get_property $clock period] [get_property $clock is_propagated] [llength [get_property $clock sources]]"
  }
}
create_report later.rpt {
  foreach command {
    {report_check_types -max_slew -max_capacitance -max_fanout -violators}
    {report_power -corner $corner}
    {write_sdf -include_typ -divider . -corner $corner out.sdf}
    {write_timing_model -corner $corner out.lib}
  } {
    if {[catch $command message]} {
      puts $message
    }
  }
}
