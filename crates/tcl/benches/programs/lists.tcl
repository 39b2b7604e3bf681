proc main {} {
    set l {}
    for {set i 0} {$i < 200000} {incr i} {lappend l [expr {($i * 7919) % 100003}]}
    set s 0
    foreach x $l {incr s $x}
    return [list $s [lindex [lsort -integer $l] 1000] [llength [lsearch -all $l 5]] [llength [lrange $l 10 end-10]]]
}
puts [main]
