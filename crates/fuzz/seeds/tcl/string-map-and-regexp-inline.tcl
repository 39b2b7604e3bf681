puts [string map {/ . \[ _ \] {}} {u_core/reg[3]}]
puts [regexp -inline {slack\s+\((\w+)\)\s+(-?[\d.]+)} "slack (VIOLATED) -0.45"]
puts [regsub -all {[^A-Za-z0-9_]} {a/b[0].c} _]
puts [lmap {all number} [regexp -all -inline {(\d+)} "a1b22c333"] {set number}]
