# Reads a design from the files that the environment names: what a flow's step does in each corner.
define_corners $::env(CORNER)
# Pairs of an analysis, or nothing, and its library.
foreach {analysis file} $::env(LIBS) {
  read_liberty -corner $::env(CORNER) {*}$analysis $file
}
foreach file $::env(NETLISTS) {
  read_verilog $file
}
link_design $::env(DESIGN)
# Pairs of an instance, or the design itself, and its parasitics.
foreach {instance file} $::env(SPEFS) {
  if {$instance eq $::env(DESIGN)} {
    read_spef -corner $::env(CORNER) $file
  } else {
    read_spef -corner $::env(CORNER) -path $instance $file
  }
}
read_sdc -echo $::env(SDC)
