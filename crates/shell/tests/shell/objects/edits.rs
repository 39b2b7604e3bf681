//! Edits by scripts, and what they leave of constraints.

use super::check;

#[test]
fn of_cells_and_nets() {
    check(&[
        ("replace_cell x+y BUF_X1; get_property x+y ref_name", "BUF_X1"),
        ("replace_cell x+y gates/BUF_X1; get_property x+y ref_name", "BUF_X1"),
        (
            "replace_cell x+y INV_X1",
            "cell 'x+y' cannot become a 'INV_X1': its pins (A ZN) are not those of a 'BUF_X2' (A Z)",
        ),
        (
            "replace_cell p1 INV_X1",
            "replace_cell: 'p1' is an instance of a module: expected a cell of a library; 'replace_cell -help' says how it is used",
        ),
        ("names [make_instance new gates/BUF_X1]", "new"),
        ("make_instance l gates/BUF_X1", "there is already a cell 'l'"),
        ("make_instance p1/new gates/BUF_X1; names [get_cells p1/*]", "p1/b p1/new p1/one p1/two"),
        ("make_instance p1/new gates/BUF_X1; names [get_cells -hier n*]", "p1/new"),
        ("make_instance p1/new gates/BUF_X1; get_name p1/new", "new"),
        ("make_net p1/n; names [get_nets -hier n]", "p1/n"),
        (
            "make_instance new BUF_X1; make_net n; connect_pin n new/A; names [get_pins -of_objects [get_nets n]]",
            "new/A",
        ),
        (
            "make_instance new BUF_X1; connect_pin w new/A; disconnect_pin w new/A; names [get_pins -of_objects [get_nets w]]",
            "r/3/Q l/D",
        ),
        (
            "disconnect_pin v l/D",
            "disconnect_pin: 'l/D' is not on that net; 'disconnect_pin -help' says how it is used",
        ),
        ("connect_pin v l/D", "pin 'l/D' is on net 'w'; it must be disconnected first"),
        ("delete_net w; names [get_nets -quiet w]", ""),
        ("delete_instance l; names [get_cells -quiet l]", ""),
        ("delete_instance l; names [all_registers -level_sensitive]", ""),
    ]);
}

#[test]
fn of_ports() {
    check(&[
        ("make_port en input; names [get_ports en]", "en"),
        ("names [make_port {d[1:0]} output]", "{d[1]} {d[0]}"),
        ("make_port {d[1:0]} output; names [get_ports {d[0]}]", "{d[0]}"),
        ("make_port en bidirect; get_property [get_ports en] direction", "bidirect"),
        (
            "make_port en input; make_net n; connect_pin n en; names [get_ports -of_objects [get_nets n]]",
            "en",
        ),
        ("make_port clk input", "there is already a port 'clk'"),
        (
            "make_port en up",
            "make_port: 'up' is no direction: expected 'input', 'output' or 'bidirect'; 'make_port -help' says how it is used",
        ),
        ("delete_port clk; names [get_ports -quiet clk]", ""),
        ("delete_port clk; make_port clk input; names [get_ports clk]", "clk"),
        ("delete_port r/3", "delete_port: 'r/3' is not one port; 'delete_port -help' says how it is used"),
        (
            "make_port en input; delete_port {clk en}",
            "delete_port: 'clk en' is not one port; 'delete_port -help' says how it is used",
        ),
        // The clock comes by the port again.
        (
            "create_clock -name c -period 2 clk; set before [get_property {r[0]/D} slack_max]; delete_port clk; get_property {r[0]/D} slack_max",
            "INF",
        ),
        (
            "create_clock -name c -period 2 clk; set before [get_property {r[0]/D} slack_max]; delete_port clk; make_port clk input; connect_pin clk clk; create_clock -name c -period 2 clk; expr {$before == [get_property {r[0]/D} slack_max]}",
            "1",
        ),
    ]);
}

/// Constraints that name what is gone change nothing else, and an update goes on.
#[test]
fn constraints_of_what_is_gone() {
    check(&[
        (
            "create_clock -name c -period 2 [get_pins r/3/Q]; delete_instance r/3; get_property {r[0]/D} slack_max",
            "INF",
        ),
        (
            "create_clock -name c -period 2 [get_pins r/3/Q]; delete_instance r/3; names [get_property c sources]",
            "",
        ),
        (
            "create_clock -name c -period 2 [get_pins r/3/Q]; delete_instance r/3; get_property c is_virtual",
            "0",
        ),
        (
            "create_clock -name c -period 2 clk; set_propagated_clock [get_pins r/3/CK]; delete_instance r/3; get_property {r[0]/CK} arrival_max",
            "1.000000",
        ),
        ("create_clock -name c -period 2 clk; delete_net clk; get_property {r[0]/D} slack_max", "INF"),
        (
            "create_clock -name c -period 2 clk; get_property l/D slack_max; delete_instance r/3; get_property l/D slack_max",
            "INF",
        ),
    ]);
}
