proc kind x {switch -glob -- $x {*.v {return 1} *.lib {return 2} a* - b* {return 3} default {return 0}}}
proc main {} {
    set n 0
    for {set i 0} {$i < 150000} {incr i} {
        if {$i % 3 == 0} {incr n} elseif {$i % 3 == 1} {incr n 2} else {incr n 3}
        incr n [kind [lindex {x.v y.lib abc bcd zzz} [expr {$i % 5}]]]
        if {[catch {if {$i % 50 == 0} {error bad}} m]} {incr n [string length $m]}
        foreach {a b} {1 2 3 4} {incr n [expr {$a * $b}]}
    }
    return $n
}
puts [main]
