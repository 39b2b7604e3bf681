proc main {} {
    set text {}
    for {set i 0} {$i < 100000} {incr i} {append text "net_$i "}
    set n 0
    foreach word [split $text " "] {
        if {[string match net_*9 $word]} {incr n}
        if {[string range $word 0 3] eq "net_"} {incr n [string length $word]}
    }
    return [list $n [string length [string map {net_ n} $text]] [string first net_99999 $text] [string toupper [string range $text 0 20]]]
}
puts [main]
