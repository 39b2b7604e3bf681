#### abbreviations-through-unknown
# Commands are found by unique prefixes, and brackets of buses return themselves.
proc set_load {value ports} {return "load $value on $ports"}
proc get_ports {args} {return [lindex $args end]}
proc unknown {name args} {
    if {[string match {[0-9]*} $name] || $name eq "*" || [string match {*:*} $name]} {return "\[$name\]"}
    set found [info commands $name*]
    if {[llength $found] == 1} {return [uplevel 1 [linsert $args 0 [lindex $found 0]]]}
    if {[llength $found] > 1} {error "ambiguous command name \"$name\": [lsort $found]"}
    error "invalid command name \"$name\""
}
puts [set_lo 0.5 [get_por data[3]]]
puts [get_ports bus[7:0]]
puts [get_ports bus[*]]
puts [catch {no_such_command a b} m]$m
#### handles-are-stable-strings
proc all_inputs {} {return {_1_port _2_port _3_port}}
proc get_port name {return _2_port}
set inputs [all_inputs]
set at [lsearch $inputs [get_port clk]]
set rest [lreplace $inputs $at $at ""]
puts "$at $rest [llength $rest]"
foreach p $rest {if {$p eq ""} {puts empty} else {puts "port $p"}}
puts [concat $rest mixed_name]
#### which-tool-runs-the-script
puts [expr {[namespace which sta::scenes] eq ""}]
puts [namespace exists ::ord]
puts [llength [info commands read_lef]]
if {[info commands get_scenes] ne ""} {puts new} else {puts old}
namespace eval sta {proc scenes {} {return default}}
puts [namespace which sta::scenes]
#### null-of-an-empty-result
proc get_nets args {return {}}
set net [get_nets -of_object port]
if {$net == "NULL"} {puts null} elseif {$net eq ""} {puts empty}
if {[get_nets x] ne "NULL"} {puts "not NULL"}
#### arithmetic-on-the-environment
set ::env(CLOCK_PERIOD) 10.0
set ::env(IO_PERCENT) 20
set delay [expr {$::env(CLOCK_PERIOD) * $::env(IO_PERCENT) / 100}]
puts $delay
puts [expr $::env(CLOCK_PERIOD)*0.5]
proc period {} {return [expr {$::env(CLOCK_PERIOD) / 2}]}
puts [period]
puts [info exists ::env(NOT_THERE_AT_ALL)]
if {[info exists ::env(IO_PERCENT)] && $::env(IO_PERCENT) > 10} {puts large}
#### expr-on-strings-of-a-file
set f [open values.txt w]
puts $f "period 4.5\nuncertainty 0.25\n# comment\nfanout 12"
close $f
set f [open values.txt]
while {[gets $f line] >= 0} {
    if {[regexp {^\s*#} $line] || [string trim $line] eq ""} continue
    lassign $line key value
    set setting($key) $value
}
close $f
foreach key [lsort [array names setting]] {puts "$key [expr {$setting($key) * 2}]"}
file delete values.txt
#### infinity-by-large-numbers
set slack_max 1e30
set count 999999999
puts [expr {$slack_max >= 1e29 ? "all" : $slack_max}]
puts [expr {$count > 1000000}]
puts [expr {-1e30 < -1.0}]
puts [format %.3e 1e30]
#### option-parsing-with-upvar
proc parse_key_args {cmd args_var key_var keys flag_var flags} {
    upvar 1 $args_var args
    upvar 1 $key_var key_value
    upvar 1 $flag_var flag_present
    set rest {}
    while {$args ne ""} {
        set arg [lindex $args 0]
        set args [lrange $args 1 end]
        if {[lsearch -exact $keys $arg] >= 0} {
            if {$args eq ""} {error "$cmd $arg missing value."}
            set key_value($arg) [lindex $args 0]
            set args [lrange $args 1 end]
        } elseif {[lsearch -exact $flags $arg] >= 0} {
            set flag_present($arg) 1
        } elseif {[string match -* $arg] && ![string is double $arg]} {
            error "$cmd $arg is not a known keyword or flag."
        } else {
            lappend rest $arg
        }
    }
    set args $rest
}
proc report_checks args {
    parse_key_args report_checks args key {-from -to -digits} flag {-unconstrained}
    foreach k [lsort [array names key]] {puts "$k=$key($k)"}
    puts "flags [lsort [array names flag]] rest $args"
}
report_checks -from {a b} -unconstrained x -digits 4 -1.5
puts [catch {report_checks -digits} m]$m
puts [catch {report_checks -foo} m]$m
#### report-markers
proc report name {
    puts "%OL_CREATE_REPORT $name"
    puts "line of $name"
    puts "%OL_END_REPORT"
}
report max.rpt
puts "%OL_METRIC_F timing__setup__wns [format %.6f -0.125]"
puts "%OL_METRIC_I count [llength {a b c}]"
#### corners-in-a-loop
foreach {corner process} {ss slow ff fast tt typical} {
    dict set corners $corner process $process
    dict set corners $corner libs [list ${corner}_1.lib ${corner}_2.lib]
}
dict for {corner info} $corners {
    puts "$corner [dict get $info process] [join [dict get $info libs] ,]"
}
puts [lmap c [lsort [dict keys $corners]] {string toupper $c}]
#### string-map-and-regexp-inline
puts [string map {/ . \[ _ \] {}} {u_core/reg[3]}]
puts [regexp -inline {slack\s+\((\w+)\)\s+(-?[\d.]+)} "slack (VIOLATED) -0.45"]
puts [regsub -all {[^A-Za-z0-9_]} {a/b[0].c} _]
puts [lmap {all number} [regexp -all -inline {(\d+)} "a1b22c333"] {set number}]
#### metrics-by-formatted-columns
set rows {{setup -0.125 3} {hold 0.050 0} {recovery 1.5 0}}
foreach row $rows {puts [format "%-10s %8.3f %5d" {*}$row]}
puts [lindex [lsort -real -index 1 $rows] 0]
puts [tcl::mathop::+ {*}[lmap row $rows {lindex $row 2}]]
#### source-with-settings
set f [open setup.tcl w]
puts $f {
set design gcd
proc report_design {} {
    global design
    return "design $design in [file tail [info script]]"
}
}
close $f
source setup.tcl
puts [report_design]
puts [catch {source missing_setup.tcl} m]$m
file delete setup.tcl
#### error-in-a-nested-flow
proc read_liberty file {error "cannot read $file"}
proc load_libs libs {
    foreach lib $libs {
        read_liberty $lib
    }
}
namespace eval flow {
    proc run {} {
        load_libs {a.lib b.lib}
    }
}
flow::run
#### keep-going-after-errors
set failed 0
foreach step {one two three} {
    if {[catch {
        if {$step eq "two"} {error "step $step failed" "" {FLOW STEP}}
        puts "done $step"
    } message options]} {
        incr failed
        puts "$message [dict get $options -errorcode]"
    }
}
puts "failed $failed"
#### clock-groups-with-continued-lines
proc set_clock_groups args {puts [llength $args]; foreach a $args {puts <$a>}}
set_clock_groups -asynchronous \
    -group {clk_a clk_b} \
    -group [list clk_c \
        clk_d]   ;# two groups
#### braces-in-names
set {net[3]} 1
puts ${net[3]}
set name {a\b}
puts $name
puts [list {u1/n[3]} "a b" {x}]
puts [string equal {a[0]} "a\[0\]"]
#### redirected-channels
set f [open out.rpt w]
foreach i {1 2 3} {puts $f "row $i"}
close $f
set f [open out.rpt a]
puts $f "end"
close $f
set f [open out.rpt]
puts [split [string trim [read $f]] \n]
close $f
file delete out.rpt
#### unset-in-loops
foreach key {a b c} {set seen($key) 1}
unset seen(b)
puts [lsort [array names seen]]
array unset seen
puts [info exists seen]
unset -nocomplain seen nothing
#### counters-and-maxima
set worst 1e30
foreach slack {0.5 -0.2 0.1 -0.7 0.0} {
    if {$slack < $worst} {set worst $slack}
    if {$slack < 0} {incr violations}
}
puts "$worst $violations"
puts [expr {min(0.5, -0.2)}]
puts [lindex [lsort -real {0.5 -0.2 0.1 -0.7 0.0}] 0]
#### dict-of-options-with-defaults
proc with_defaults args {
    set options [dict merge {-digits 3 -format full} $args]
    dict with options {}
    return "[dict get $options -digits] [dict get $options -format]"
}
puts [with_defaults]
puts [with_defaults -digits 6]
puts [with_defaults -format end -digits 2]
#### rename-and-wrap
proc report_tns {} {return -1.5}
rename report_tns original_report_tns
proc report_tns args {
    set value [original_report_tns {*}$args]
    return "wrapped $value"
}
puts [report_tns]
