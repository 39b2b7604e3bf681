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
