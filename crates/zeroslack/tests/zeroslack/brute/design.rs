//! Random netlists, made from recipes.

use super::dice::Dice;
use super::library::Library;
use super::recipe::{KINDS, ODD, Recipe};

/// What a pin of a cell is connected to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Connection {
    /// `.A()`, or nothing at all.
    Open {
        is_written: bool,
    },
    /// `1'b0`, `1'b1`.
    Constant(bool),
    Net(usize),
}

#[derive(Clone, Debug)]
pub struct Instance {
    pub name: String,
    /// Index in the library.
    pub cell: usize,
    /// By pin.
    pub connections: Vec<Connection>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Direction {
    Input,
    Output,
    Inout,
}

#[derive(Clone, Debug)]
pub struct Port {
    pub name: String,
    pub direction: Direction,
    pub net: usize,
}

#[derive(Clone, Debug)]
pub struct Net {
    pub name: String,
    /// Output ports that are assigned from it.
    pub aliases: Vec<String>,
}

/// Where a pin is.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    Port(usize),
    /// Instance and its pin.
    Cell(usize, usize),
}

#[derive(Clone, Debug)]
pub struct Pin {
    /// `instance/pin` or the port's name.
    pub name: String,
    pub net: Option<usize>,
    pub place: Place,
    pub drives: bool,
    pub is_sink: bool,
}

#[derive(Clone, Debug)]
pub struct Design {
    pub library: Library,
    pub ports: Vec<Port>,
    pub instances: Vec<Instance>,
    pub nets: Vec<Net>,
    /// Ports, then instance after instance.
    pub pins: Vec<Pin>,
    /// Pins that drive and are sinks. Each has two sides: the pin's own number is that of what it takes from its net, and what drives its net is
    /// numbered after all pins.
    pub two_sided: Vec<usize>,
    /// Ports that clocks start at.
    pub clock_ports: Vec<usize>,
    /// Whether one clock's rise launches all data, and clock network and data do not meet.
    pub is_apart: bool,
}

impl Design {
    pub fn new(recipe: &Recipe) -> Self {
        let library = Library::random(recipe.seed, recipe.plain);
        let mut design = Self {
            library,
            ports: vec![],
            instances: vec![],
            nets: vec![],
            pins: vec![],
            two_sided: vec![],
            clock_ports: vec![],
            is_apart: recipe.is_apart,
        };
        for number in 0..recipe.inputs {
            design.add_port(format!("in{number}"), Direction::Input);
        }
        for number in 0..recipe.clocks {
            design.clock_ports.push(design.ports.len());
            design.add_port(format!("clk{number}"), Direction::Input);
        }
        if recipe.has_inout {
            design.add_port("io".into(), Direction::Inout);
        }
        let clock_nets = design.add_clock_tree(recipe);
        design.add_cells(recipe, &clock_nets);
        design.add_outputs(recipe);
        design.number_pins();
        design
    }

    fn add_net(&mut self, name: String) -> usize {
        self.nets.push(Net { name, aliases: vec![] });
        self.nets.len() - 1
    }

    fn add_port(&mut self, name: String, direction: Direction) {
        let net = self.add_net(name.clone());
        self.ports.push(Port { name, direction, net });
    }

    /// Buffers and inverters behind the clock ports; returns all nets of the clocks.
    fn add_clock_tree(&mut self, recipe: &Recipe) -> Vec<usize> {
        let mut nets: Vec<usize> = self.clock_ports.iter().map(|&port| self.ports[port].net).collect();
        for (number, &choice) in recipe.tree.iter().enumerate() {
            let cell = self.library.find(if choice % 2 == 1 { "INV" } else { "BUF" });
            let parent = nets[usize::from(choice / 2) % nets.len()];
            let net = self.add_net(format!("c{number}"));
            let connections = vec![Connection::Net(parent), Connection::Net(net)];
            self.instances.push(Instance { name: format!("tree{number}"), cell, connections });
            nets.push(net);
        }
        nets
    }

    fn add_cells(&mut self, recipe: &Recipe, clock_nets: &[usize]) {
        // Outputs first, so that there is something to connect inputs to, on a loop or across a register.
        let mut pool: Vec<usize> =
            (0..self.nets.len()).filter(|net| !recipe.is_apart || !clock_nets.contains(net)).collect();
        let mut before = Vec::new();
        for (number, wanted) in recipe.cells.iter().enumerate() {
            let cell = self.library.find(KINDS[usize::from(wanted.kind) % KINDS.len()]);
            before.push(pool.len());
            let mut connections = Vec::new();
            for pin in self.library.cells[cell].pins.clone() {
                // Another driver on a net that has one, an input's or a clock's too.
                let joins = wanted.oddity >= 240 || pin.is_inout() && wanted.oddity % 3 == 0;
                let joined = joins.then(|| pool[usize::from(wanted.picks[0]) % pool.len()]);
                connections.push(if !pin.is_output {
                    Connection::Open { is_written: wanted.oddity % 2 == 0 }
                } else if let Some(net) = joined {
                    Connection::Net(net)
                } else {
                    let net = self.add_net(format!("n{number}{}", pin.name.to_lowercase()));
                    pool.push(net);
                    Connection::Net(net)
                });
            }
            self.instances.push(Instance { name: format!("g{number}"), cell, connections });
        }
        for (number, wanted) in recipe.cells.iter().enumerate() {
            let instance = &mut self.instances[recipe.tree.len() + number];
            let cell = &self.library.cells[instance.cell];
            let mut picks = wanted.picks.iter();
            for (pin, connection) in instance.connections.iter_mut().enumerate() {
                if cell.pins[pin].is_output {
                    continue;
                }
                let pick = usize::from(*picks.next().unwrap());
                let is_clock = cell.is_clock(pin) && (wanted.oddity < 230 || recipe.is_apart);
                let is_free = recipe.feedback || cell.is_register() && !cell.is_clock(pin);
                let choices: &[usize] = match () {
                    () if is_clock => clock_nets,
                    () if is_free => &pool,
                    () => &pool[..before[number]],
                };
                *connection = match wanted.oddity {
                    ODD..200 if pick % 2 == 1 => Connection::Open { is_written: pick % 4 == 1 },
                    200..210 if pick % 2 == 1 => Connection::Constant(pick % 4 == 1),
                    // Often one of the last, for long paths.
                    _ if pick % 2 == 1 && !is_clock => {
                        Connection::Net(choices[choices.len() - 1 - pick / 2 % choices.len().min(4)])
                    }
                    _ => Connection::Net(choices[pick / 2 % choices.len()]),
                };
            }
        }
    }

    /// Output ports: on the net itself, or assigned from it.
    fn add_outputs(&mut self, recipe: &Recipe) {
        let mut dice = Dice::new(recipe.seed, 2);
        let driven = self.nets.len();
        for number in 0..recipe.outputs {
            let name = format!("out{number}");
            // Mostly one of the last nets.
            let net =
                if dice.chance(80) { driven - 1 - dice.below(driven.min(4)) } else { dice.below(driven) };
            let has_port = self.ports.iter().any(|port| port.net == net);
            if has_port || dice.chance(50) {
                self.nets[net].aliases.push(name.clone());
            } else {
                self.nets[net].name = name.clone();
            }
            self.ports.push(Port { name, direction: Direction::Output, net });
        }
    }

    /// Lists the pins again, after instances have come or gone or changed places.
    pub fn number_pins(&mut self) {
        self.pins.clear();
        for (index, port) in self.ports.iter().enumerate() {
            self.pins.push(Pin {
                name: port.name.clone(),
                net: Some(port.net),
                place: Place::Port(index),
                drives: port.direction != Direction::Output,
                is_sink: port.direction != Direction::Input,
            });
        }
        for (index, instance) in self.instances.iter().enumerate() {
            for (number, connection) in instance.connections.iter().enumerate() {
                let pin = &self.library.cells[instance.cell].pins[number];
                self.pins.push(Pin {
                    name: format!("{}/{}", instance.name, pin.name),
                    net: if let Connection::Net(net) = connection { Some(*net) } else { None },
                    place: Place::Cell(index, number),
                    drives: pin.is_output,
                    is_sink: !pin.is_output || pin.is_inout(),
                });
            }
        }
        let is_both = |pin: &usize| self.pins[*pin].drives && self.pins[*pin].is_sink;
        self.two_sided = (0..self.pins.len()).filter(is_both).collect();
    }

    /// Number of sides of pins.
    pub fn side_count(&self) -> usize {
        self.pins.len() + self.two_sided.len()
    }

    /// The pin of a side.
    pub fn pin_of(&self, side: usize) -> usize {
        side.checked_sub(self.pins.len()).map_or(side, |place| self.two_sided[place])
    }

    /// Where a pin drives its net.
    pub fn driver_side(&self, pin: usize) -> usize {
        self.two_sided.binary_search(&pin).map_or(pin, |place| self.pins.len() + place)
    }

    /// Where a signal starts that is stated of a pin: a port drives, and from a cell's pin a signal goes both ways.
    pub fn starts(&self, pin: usize) -> Vec<usize> {
        let driver = self.driver_side(pin);
        if driver == pin || matches!(self.pins[pin].place, Place::Port(_)) {
            vec![driver]
        } else {
            vec![pin, driver]
        }
    }

    /// Whether a side drives its net.
    pub fn drives(&self, side: usize) -> bool {
        let pin = self.pin_of(side);
        self.pins[pin].drives && self.driver_side(pin) == side
    }

    /// The first pin of an instance.
    pub fn first_pin(&self, instance: usize) -> usize {
        let before = &self.instances[..instance];
        self.ports.len() + before.iter().map(|instance| instance.connections.len()).sum::<usize>()
    }

    /// Pins on a net, in order.
    pub fn net_pins(&self, net: usize) -> impl Iterator<Item = usize> {
        (0..self.pins.len()).filter(move |&pin| self.pins[pin].net == Some(net))
    }

    /// The netlist's id of a net: those of ports come first, as they are declared first, but for the nets of the two constants.
    pub fn net_id(&self, net: usize) -> u32 {
        let mut declared: Vec<usize> = Vec::new();
        for net in self.ports.iter().map(|port| port.net).chain(0..self.nets.len()) {
            if !declared.contains(&net) {
                declared.push(net);
            }
        }
        2 + declared.iter().position(|&other| other == net).unwrap() as u32
    }
}
