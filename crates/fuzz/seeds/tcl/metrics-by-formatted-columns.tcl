set rows {{setup -0.125 3} {hold 0.050 0} {recovery 1.5 0}}
foreach row $rows {puts [format "%-10s %8.3f %5d" {*}$row]}
puts [lindex [lsort -real -index 1 $rows] 0]
puts [tcl::mathop::+ {*}[lmap row $rows {lindex $row 2}]]
