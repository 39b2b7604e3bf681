proc main {} {
    set n 0
    for {set i 0} {$i < 30000} {incr i} {
        set line "u_core/reg_$i/CK -> u_core/reg_$i/D slack = -0.$i (VIOLATED)"
        if {[regexp {^(\S+)/(\w+) -> (\S+) slack = (-?\d+\.\d+)} $line all inst pin to slack]} {incr n [string length $inst$slack]}
        incr n [llength [regexp -all -inline {reg_(\d+)} $line]]
        incr n [string length [regsub -all {[aeiou]} $line {<&>}]]
    }
    return $n
}
puts [main]
