proc main {} {
    set s 0.0
    for {set i 1} {$i < 300000} {incr i} {set s [expr {$s + 1.0 / $i * sin($i) - sqrt($i) * 0.001}]}
    set t [list]
    for {set i 0} {$i < 50000} {incr i} {lappend t [format "%.3f %5d %s" [expr {$i * 0.1}] $i x]}
    return [list [format %.6f $s] [llength $t] [lindex $t 77]]
}
puts [main]
