proc main {} {
    set d {}
    for {set i 0} {$i < 100000} {incr i} {dict set d key$i $i; dict incr d sum $i}
    set s 0
    dict for {k v} $d {if {$k ne "sum"} {incr s $v}}
    return [list $s [dict get $d sum] [dict size $d]]
}
puts [main]
