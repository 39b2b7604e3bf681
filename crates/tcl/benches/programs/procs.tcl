proc add {a {b 1} args} {return [expr {$a + $b + [llength $args]}]}
proc twice {name} {upvar 1 $name v; set v [expr {$v * 2 % 1000003}]}
proc main {} {set v 1; for {set i 0} {$i < 200000} {incr i} {set v [add $v $i x y]; twice v}; return $v}
puts [main]
