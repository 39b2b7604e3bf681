set failed 0
foreach step {one two three} {
    if {[catch {
        if {$step eq "two"} {error "step $step failed" "" {FLOW STEP}}
        puts "done $step"
    } message options]} {
        incr failed
        puts "$message [dict get $options -errorcode]"
    }
}
puts "failed $failed"
