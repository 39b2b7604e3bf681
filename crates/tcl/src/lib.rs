//! A small, fast, embeddable interpreter for Tcl 8.6. It knows no chip.

