proc main {} {
    for {set i 0} {$i < 200000} {incr i} {set a($i) [expr {$i * 2}]; set b(x$i,y) $i}
    set s 0
    foreach k [array names a] {incr s $a($k)}
    return [list $s [array size b]]
}
puts [main]
