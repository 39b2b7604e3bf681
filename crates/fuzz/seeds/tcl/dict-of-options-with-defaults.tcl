proc with_defaults args {
    set options [dict merge {-digits 3 -format full} $args]
    dict with options {}
    return "[dict get $options -digits] [dict get $options -format]"
}
puts [with_defaults]
puts [with_defaults -digits 6]
puts [with_defaults -format end -digits 2]
