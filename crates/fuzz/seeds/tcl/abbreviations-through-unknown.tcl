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
