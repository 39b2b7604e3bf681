"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const unit = data.shown.scale;
const digits = data.shown.digits;

/* Elements and texts. */
function make(name, options = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue;
    if (key === "on") for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
    else if (key === "style") element.style.cssText = value;
    else if (key === "title" || key.startsWith("aria-")) element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
}
function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
const section = (id) => document.getElementById(id);
const empty = (text) => make("p", { className: "empty" }, text);
const time = (ps) => (ps === null || ps === undefined ? "–" : (ps / unit).toFixed(digits));
const count = (number) => Number(number).toLocaleString("en-US");
const plural = (number, one, more) => `${count(number)} ${number === 1 ? one : more}`;
const fixed = (number) => (number === null || number === undefined ? "" : Number(number).toFixed(2));
const scroll = (table) => make("div", { className: "scroll" }, table);

/* Tables. A column has a title, what it shows of a row, and what it sorts by. */
function cellOf(column, row) {
  const shown = column.show(row);
  const bad = column.bad && column.bad(row) ? " bad" : "";
  return make("td", { className: (column.number ? "number" : column.word ? "word" : "") + bad }, shown);
}
function plainTable(columns, rows) {
  const heads = columns.map((column) => make("th", { className: column.number ? "number" : "" }, column.title));
  const body = rows.map((row) => make("tr", {}, ...columns.map((column) => cellOf(column, row))));
  return scroll(make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...body)));
}
/* A table that sorts by each of its columns, searches, and shows more rows as they are asked for. */
function bigTable(columns, rows, { tools = [], keeps = () => true, text, open, step = 100 }) {
  let sorted = null, ascending = true, shown = step, chosen = null;
  const body = make("tbody");
  const search = make("input", { type: "search", placeholder: "Search", "aria-label": "Search", on: { input: () => { shown = step; fill(); } } });
  const told = make("span", { className: "soft" });
  const more = make("button", { type: "button", className: "more", on: { click: () => { shown += 5 * step; fill(); } } }, "Show more");
  const heads = columns.map((column) => {
    const sort = () => {
      ascending = sorted === column ? !ascending : true;
      sorted = column;
      heads.forEach((head) => head.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
      fill();
    };
    const onKey = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); sort(); } };
    const head = make("th", { className: "sorts" + (column.number ? " number" : ""), tabIndex: 0, on: { click: sort, keydown: onKey } }, column.title);
    return head;
  });
  function fill() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = rows.filter((row) => keeps(row) && words.every((word) => text(row).includes(word)));
    if (sorted) {
      const key = sorted.sort || sorted.show;
      const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), undefined, { numeric: true }));
      found.sort((a, b) => (ascending ? 1 : -1) * compare(key(a), key(b)));
    }
    const lines = found.slice(0, shown).map((row) => {
      const line = make("tr", { className: (open ? "opens" : "") + (row === chosen ? " chosen" : "") }, ...columns.map((column) => cellOf(column, row)));
      if (open) line.addEventListener("click", () => { chosen = row; fill(); open(row); });
      return line;
    });
    body.replaceChildren(...lines);
    told.textContent = `${count(Math.min(shown, found.length))} of ${count(found.length)}`;
    more.hidden = found.length <= shown;
  }
  const choose = (row) => { chosen = row; fill(); };
  fill();
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...heads)), body);
  return { element: make("div", {}, make("div", { className: "tools" }, search, ...tools, told), scroll(table), more), fill, choose, reset: () => { search.value = ""; shown = step; fill(); } };
}

/* Head and summary. */
function head() {
  section("design").textContent = data.design.name;
  const failing = data.slack.reduce((sum, check) => sum + check.failing, 0);
  const verdict = data.slack.length === 0 ? "nothing is timed" : failing === 0 ? "all slacks met" : plural(failing, "violation", "violations");
  section("verdict").className = "badge" + (failing > 0 || data.slack.length === 0 ? " bad" : "");
  section("verdict").textContent = verdict;
  const root = document.documentElement;
  section("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
}
function summary() {
  const place = section("summary");
  const tile = (what, value, bad) => make("div", { className: "tile" }, make("div", { className: "value" + (bad ? " bad" : "") }, value), make("div", { className: "what" }, what));
  const of = (split) => data.slack.filter((check) => check.split === split);
  const tiles = [];
  for (const [split, name] of [["late", "setup"], ["early", "hold"]]) {
    const checks = of(split);
    if (checks.length === 0) continue;
    const wns = Math.min(...checks.map((check) => check.wns)), tns = checks.reduce((sum, check) => sum + check.tns, 0);
    tiles.push(tile(`WNS, ${name}`, time(wns), wns < 0), tile(`TNS, ${name}`, time(tns), tns < 0));
  }
  const design = data.design;
  tiles.push(tile("endpoints", count(design.endpoints)), tile("without a slack", count(design.unconstrained), design.unconstrained > 0));
  tiles.push(tile("cells", count(design.cells)), tile("flip-flops and latches", count(design.flip_flops + design.latches)), tile("nets", count(design.nets)), tile("clocks", count(design.clocks.length)));
  place.append(make("div", { className: "tiles" }, ...tiles), make("p", { className: "soft" }, `Times in ${data.shown.time}, delays by ${design.delay_calculator}, scenario ${data.scenario}.`));
  const sums = [
    { title: "Endpoints", number: true, show: (row) => count(row.endpoints) },
    { title: "Failing", number: true, show: (row) => count(row.failing), bad: (row) => row.failing > 0 },
    { title: "WNS", number: true, show: (row) => time(row.wns), bad: (row) => row.wns < 0 },
    { title: "TNS", number: true, show: (row) => time(row.tns), bad: (row) => row.tns < 0 },
    { title: "Worst slack", number: true, show: (row) => time(row.worst_slack), bad: (row) => row.worst_slack < 0 },
  ];
  const byCheck = plainTable([{ title: "Check", show: (row) => row.check }, ...sums], data.slack);
  const byGroup = plainTable([{ title: "Path group", show: (row) => row.group }, { title: "Analysis", show: (row) => row.split }, ...sums], data.groups);
  place.append(make("div", { className: "pair" }, make("div", {}, make("h3", {}, "By check"), byCheck), make("div", {}, make("h3", {}, "By path group"), byGroup)));
}

/* Histograms. A click on a bar shows its endpoints. */
let chosenRange = null;
function histogram(split, title) {
  const { first, width, counts } = data.histograms[split];
  if (counts.length === 0) return undefined;
  const [left, right, top, bottom, wide, high] = [46, 10, 10, 30, 640, 210];
  const most = Math.max(...counts), step = (wide - left - right) / counts.length;
  const x = (slack) => left + ((slack - first) / width) * step;
  const y = (number) => high - bottom - (number / most) * (high - top - bottom);
  const picture = draw("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": `${title}: endpoints by slack` });
  for (const part of [0, 0.5, 1]) {
    const number = Math.round(most * part);
    picture.append(draw("line", { x1: left, x2: wide - right, y1: y(number), y2: y(number), class: "axis" }));
    picture.append(draw("text", { x: left - 6, y: y(number) + 4, "text-anchor": "end" }, count(number)));
  }
  counts.forEach((number, bar) => {
    const from = first + bar * width, to = from + width;
    const shown = number > 0 ? Math.max(y(0) - y(number), 1.5) : 0;
    const range = `${time(from)} to ${time(to)} ${data.shown.time}`;
    const group = draw("g", { class: "bar" },
      draw("rect", { class: "reach", x: x(from), y: top, width: step, height: high - top - bottom }),
      draw("rect", { class: "shown " + (to <= 0 ? "failing" : "good"), x: x(from) + step * 0.06, y: y(0) - shown, width: Math.max(step * 0.88, 0.5), height: shown }),
      draw("title", {}, `${range}: ${plural(number, "endpoint", "endpoints")}`));
    group.addEventListener("click", () => { chosenRange = { split, from, to, range }; showRange(); });
    picture.append(group);
  });
  const marks = Math.min(6, counts.length), every = Math.ceil(counts.length / marks);
  for (let bar = 0; bar <= counts.length; bar += every) {
    const slack = first + bar * width;
    picture.append(draw("text", { x: x(slack), y: high - 10, "text-anchor": bar === 0 ? "start" : "middle" }, time(slack)));
  }
  if (first < 0 && first + counts.length * width > 0) picture.append(draw("line", { x1: x(0), x2: x(0), y1: top, y2: high - bottom, class: "zero" }));
  return make("div", {}, make("h3", {}, title), picture);
}
function slack() {
  const charts = [histogram("late", "Late (setup)"), histogram("early", "Early (hold)")].filter(Boolean);
  section("slack").append(charts.length > 0 ? make("div", { className: "pair" }, ...charts) : empty("No endpoint has a slack."));
}

/* Endpoints. */
let showRange = () => {};
function endpoints() {
  const place = section("endpoints");
  if (data.endpoints.length === 0) { place.append(empty("No endpoint has a slack.")); return; }
  const columns = [
    { title: "Endpoint", word: true, show: (row) => row.endpoint.pin },
    { title: "Check", show: (row) => row.check },
    { title: "Path group", show: (row) => row.group },
    { title: "Edge", show: (row) => row.transition },
    { title: "Arrival", number: true, show: (row) => time(row.arrival), sort: (row) => row.arrival },
    { title: "Required", number: true, show: (row) => time(row.required), sort: (row) => row.required },
    { title: "Slack", number: true, show: (row) => time(row.slack), sort: (row) => row.slack, bad: (row) => row.slack < 0 },
    { title: "Startpoint", word: true, show: (row) => row.startpoint.pin },
  ];
  const split = make("select", { "aria-label": "Analysis" }, ...["late and early", "late", "early"].map((name) => make("option", {}, name)));
  const range = make("button", { type: "button", hidden: true, title: "Show all endpoints" });
  const keeps = (row) => (split.selectedIndex === 0 || row.split === split.value)
    && (!chosenRange || (row.split === chosenRange.split && row.slack >= chosenRange.from && row.slack < chosenRange.to));
  const text = (row) => (row.found ??= [row.endpoint.pin, row.startpoint.pin, row.group, row.check].join(" ").toLowerCase());
  const table = bigTable(columns, data.endpoints, { tools: [split, range], keeps, text, step: 50 });
  showRange = () => {
    range.hidden = chosenRange === null;
    if (chosenRange) { range.textContent = `${chosenRange.split}, ${chosenRange.range} ✕`; split.selectedIndex = 0; }
    table.reset();
    if (chosenRange) place.scrollIntoView();
  };
  range.addEventListener("click", () => { chosenRange = null; showRange(); });
  split.addEventListener("change", () => table.fill());
  place.append(make("p", { className: "soft" }, `The worst ${count(data.endpoints.length)} of ${count(data.slack.reduce((sum, check) => sum + check.endpoints, 0))} slacks of endpoints.`), table.element);
}

/* Paths: each point with what it adds, on one axis of time. */
function kindOf(line, part, before) {
  if (line.note !== undefined || line.pin === undefined) return "other";
  if (part !== "Data") return "clock";
  return before && before.net === line.net ? "net" : "cell";
}
function pathLines(path) {
  const lines = [];
  const add = (part, points) => {
    if (!points || points.length === 0) return;
    lines.push({ part });
    points.forEach((point, place) => lines.push({ ...point, kind: kindOf(point, part, points[place - 1]) }));
  };
  add("Clock of the launch", path.launch);
  add("Data", path.data);
  lines.push({ total: "data arrival time", time: path.arrival });
  add("Clock of the capture, and what is required", path.capture);
  lines.push({ total: "data required time", time: path.required }, { total: path.slack < 0 ? "slack (violated)" : "slack (met)", time: path.slack, bad: path.slack < 0, isSlack: true });
  return lines;
}
function pathView(path) {
  const lines = pathLines(path);
  const times = lines.filter((line) => line.time !== undefined && !line.isSlack).flatMap((line) => [line.time, line.time - (line.delay || 0)]);
  const [least, greatest] = [Math.min(...times), Math.max(...times)];
  const at = (ps) => (greatest > least ? ((ps - least) / (greatest - least)) * 100 : 0);
  const lane = (line) => {
    if (line.time === undefined || line.isSlack) return "";
    const [from, to] = line.delay ? [Math.min(line.time - line.delay, line.time), Math.max(line.time - line.delay, line.time)] : [line.time, line.time];
    const mark = line.total ? make("b", { style: `left:${at(line.time)}%` }) : make("i", { className: line.kind, style: `left:${at(from)}%;width:${at(to) - at(from)}%` });
    return make("div", { className: "lane" }, mark);
  };
  const cells = (line) => {
    if (line.part) return [make("td", { colSpan: 8 }, line.part)];
    const edge = line.transition === "rise" ? "↑ " : line.transition === "fall" ? "↓ " : "";
    const name = line.total || line.note || edge + line.pin;
    const notes = [line.cell, line.net && line.fanout !== null ? `net ${line.net}` : undefined].filter(Boolean).join(", ");
    return [
      make("td", { className: "word" + (line.bad ? " bad" : "") }, name, notes ? make("div", { className: "soft" }, notes) : undefined),
      make("td", { className: "number" }, line.fanout ?? ""), make("td", { className: "number" }, fixed(line.capacitance)), make("td", { className: "number" }, fixed(line.slew)),
      make("td", { className: "number" }, line.delay === undefined ? "" : time(line.delay)), make("td", { className: "number" + (line.bad ? " bad" : "") }, time(line.time)),
      make("td", {}, lane(line)),
    ];
  };
  const rows = lines.map((line) => make("tr", { className: line.part ? "part" : line.total ? "total" : "" }, ...cells(line)));
  const titles = ["Point", "Fanout", "Cap (fF)", "Slew (ps)", `Delay (${data.shown.time})`, `Time (${data.shown.time})`, `${time(least)} to ${time(greatest)}`];
  const heads = titles.map((title, place) => make("th", { className: place > 0 && place < 6 ? "number" : "" }, title));
  const key = (kind, name) => make("span", { className: "key" }, make("i", { className: kind }), name);
  const end = (point) => [point.pin, point.description].filter(Boolean).join(" – ");
  const facts = [["From", end(path.startpoint)], ["To", end(path.endpoint)], ["Path group", path.group], ["Check", path.check]];
  return make("div", {},
    make("dl", { className: "chain" }, ...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])),
    make("div", {}, key("clock", "clock network"), key("cell", "cell"), key("net", "net"), key("other", "stated or checked")),
    scroll(make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows))));
}
function paths() {
  const place = section("paths");
  if (data.paths.length === 0) { place.append(empty("No path is listed.")); return; }
  const view = make("div");
  const open = (path) => view.replaceChildren(pathView(path));
  const columns = [
    { title: "#", number: true, show: (row) => row.rank, sort: (row) => row.rank },
    { title: "Slack", number: true, show: (row) => time(row.slack), sort: (row) => row.slack, bad: (row) => row.slack < 0 },
    { title: "Check", show: (row) => row.check },
    { title: "Path group", show: (row) => row.group },
    { title: "From", word: true, show: (row) => row.startpoint.pin },
    { title: "To", word: true, show: (row) => row.endpoint.pin },
  ];
  data.paths.forEach((path, place) => (path.rank = place + 1));
  const text = (row) => (row.found ??= [row.startpoint.pin, row.endpoint.pin, row.group, row.check, ...row.data.map((point) => point.pin || "")].join(" ").toLowerCase());
  const table = bigTable(columns, data.paths, { text, open, step: 10 });
  table.choose(data.paths[0]);
  place.append(make("p", { className: "soft" }, "Choose a path to see it below."), table.element, make("h3", {}, "The chosen path"), view);
  open(data.paths[0]);
}

/* Clock trees. */
function clockTree(tree) {
  const nodes = tree.nodes.map((node, place) => ({ ...node, place, children: [], depth: 0 }));
  const roots = [];
  for (const node of nodes) {
    if (node.parent === null) { roots.push(node); continue; }
    node.depth = nodes[node.parent].depth + 1;
    nodes[node.parent].children.push(node);
  }
  const ends = nodes.flatMap((node) => [...node.latency, ...(node.clock_pin_latency || [])]);
  const [least, greatest] = [Math.min(0, ...ends), Math.max(...ends)];
  const at = (ps) => (greatest > least ? ((ps - least) / (greatest - least)) * 100 : 0);
  const isOpen = new Set(nodes.filter((node) => node.depth < 2).map((node) => node.place));
  const body = make("tbody");
  const bar = (kind, [early, late]) => make("i", { className: kind, style: `left:${at(early)}%;width:${Math.max(at(late) - at(early), 0.3)}%`, title: `${time(early)} to ${time(late)}` });
  function line(node) {
    const has = node.children.length > 0;
    const toggle = make("button", { type: "button", disabled: !has, "aria-label": "Open or close", on: { click: () => { isOpen.has(node.place) ? isOpen.delete(node.place) : isOpen.add(node.place); fill(); } } }, has ? (isOpen.has(node.place) ? "▾" : "▸") : "");
    const name = make("td", { style: `padding-left:${0.4 + node.depth * 1.1}rem` }, toggle, node.pin, node.cell ? make("span", { className: "soft" }, ` ${node.cell}`) : undefined);
    const left = node.left_out > 0 ? ` (${plural(node.left_out, "driver", "drivers")} left out)` : "";
    return make("tr", {}, name,
      make("td", { className: "number" }, time(node.latency[0])), make("td", { className: "number" }, time(node.latency[1])),
      make("td", { className: "number" }, count(node.clock_pins)), make("td", { className: "number" }, count(node.all_clock_pins) + left),
      make("td", {}, make("div", { className: "lane" }, node.clock_pin_latency ? bar("net", node.clock_pin_latency) : undefined, bar("clock", node.latency))));
  }
  function fill() {
    const lines = [], rest = [...roots].reverse();
    while (rest.length > 0) {
      const node = rest.pop();
      lines.push(line(node));
      if (isOpen.has(node.place)) rest.push(...[...node.children].reverse());
    }
    body.replaceChildren(...lines);
  }
  fill();
  const all = (opens) => { isOpen.clear(); if (opens) nodes.forEach((node) => isOpen.add(node.place)); fill(); };
  const heads = ["Driver", "Early", "Late", "Clock pins", "Below", `Latency, ${time(least)} to ${time(greatest)} ${data.shown.time}`];
  const key = (kind, name) => make("span", { className: "key" }, make("i", { className: kind }), name);
  const table = make("table", { className: "tree" }, make("thead", {}, make("tr", {}, ...heads.map((head, place) => make("th", { className: place > 0 && place < 5 ? "number" : "" }, head)))), body);
  const tools = make("div", { className: "tools" },
    make("button", { type: "button", on: { click: () => all(true) } }, "Open all"), make("button", { type: "button", on: { click: () => all(false) } }, "Close all"),
    key("clock", "at the driver, early to late"), key("net", "at its clock pins"));
  return make("div", {}, tools, scroll(table));
}
/* Design rules, pulses, periods and skews: how many of each kind fail, and the worst ones. */
const isLoad = (kind) => kind.endsWith("capacitance");
const isFanout = (kind) => kind.endsWith("fanout");
function checks() {
  const place = section("checks");
  if (data.checks.length === 0) { place.append(empty("Nothing is limited but paths.")); return; }
  const title = (kind) => kind.replace(/_/g, " ").replace(/^./, (letter) => letter.toUpperCase());
  const value = (kind, number) => (isLoad(kind) || isFanout(kind) ? fixed(number) : time(number));
  const units = (kind) => (isFanout(kind) ? "" : isLoad(kind) ? "fF" : data.shown.time);
  const limit = (row) => row.limit ?? row.required ?? row.allowed;
  const actual = (row) => row.slew ?? row.capacitance ?? row.fanout ?? row.actual;
  const edge = (row) => row.related_pin ? ` after ${row.related_pin}` : [row.edge, row.pulse].filter(Boolean).map((word) => ` (${word})`).join("");
  place.append(plainTable([
    { title: "Check", show: (row) => title(row.kind) },
    { title: "Failing", number: true, show: (row) => count(row.failing), bad: (row) => row.failing > 0 },
    { title: "Worst slack", number: true, show: (row) => value(row.kind, row.worst[0].slack), bad: (row) => row.failing > 0 },
    { title: "Unit", show: (row) => units(row.kind) },
  ], data.checks));
  for (const { kind, failing, worst } of data.checks) {
    const columns = [
      { title: "Pin", word: true, show: (row) => `${row.pin}${edge(row)}` },
      { title: "Limit", number: true, show: (row) => value(kind, limit(row)) },
      { title: "Actual", number: true, show: (row) => value(kind, actual(row)) },
      { title: "Slack", number: true, show: (row) => value(kind, row.slack), bad: (row) => row.slack < 0 },
    ];
    const left = failing > worst.length ? make("p", { className: "soft" }, `and ${count(failing - worst.length)} more that fail`) : undefined;
    const head = failing > 0 ? `${title(kind)}: ${plural(failing, "violation", "violations")}` : `${title(kind)}: met`;
    place.append(make("details", {}, make("summary", {}, head), plainTable(columns, worst), left));
  }
}
function clocks() {
  const place = section("clocks");
  if (data.design.clocks.length === 0) { place.append(empty("There is no clock.")); return; }
  const columns = [
    { title: "Clock", show: (row) => row.name },
    { title: "Period", number: true, show: (row) => time(row.period) },
    { title: "Rise", number: true, show: (row) => time(row.rise) },
    { title: "Fall", number: true, show: (row) => time(row.fall) },
    { title: "Network", show: (row) => (row.propagated ? "propagated" : "ideal") },
    { title: "Sources", word: true, show: (row) => row.sources.join(" ") || "virtual" },
  ];
  place.append(plainTable(columns, data.design.clocks));
  for (const tree of data.clock_trees) {
    const clock = data.design.clocks.find((clock) => clock.name === tree.clock);
    const ideal = clock && !clock.propagated ? " The clock is ideal: these are the latencies that it would have if it were propagated." : "";
    const latency = tree.latency ? `, latency ${time(tree.latency[0])} to ${time(tree.latency[1])} ${data.shown.time}` : "";
    const left = tree.left_out > 0 ? ` The ${count(tree.nodes.length)} drivers nearest to where it starts are shown, ${count(tree.left_out)} are left out.` : "";
    place.append(make("h3", {}, tree.clock), make("p", { className: "soft" }, `${plural(tree.clock_pins, "clock pin", "clock pins")}${latency}.${ideal}${left}`));
    if (tree.nodes.length > 0) place.append(clockTree(tree));
  }
}

/* What is missing, and what was not applied. */
function setup() {
  const place = section("setup");
  const lacks = Object.entries(data.setup).filter(([, lack]) => lack.count > 0);
  if (lacks.length === 0) place.append(empty("Everything is timed in full."));
  for (const [key, lack] of lacks) {
    const more = lack.count > lack.names.length ? make("li", { className: "soft" }, `and ${count(lack.count - lack.names.length)} more`) : undefined;
    const names = lack.names.map((name) => make("li", {}, name));
    place.append(make("details", {}, make("summary", {}, `${data.lacks[key].replace(/^./, (letter) => letter.toUpperCase())}: ${count(lack.count)}`), make("ul", {}, ...names, more)));
  }
  if (data.left_out) place.append(make("p", {}, `${data.left_out}.`));
  if (data.not_applied.length === 0) return;
  const where = (row) => (row.places || []).map((one) => (typeof one === "string" ? one : `${one.file}:${one.line}`)).join(", ");
  const columns = [
    { title: "Read and not applied", word: true, show: (row) => row.what ?? row.name ?? "" },
    { title: "Times", number: true, show: (row) => count(row.count ?? 0) },
    { title: "Where", word: true, show: where },
  ];
  place.append(make("h3", {}, "Read and not applied"), plainTable(columns, data.not_applied));
}

head();
summary();
slack();
endpoints();
paths();
checks();
clocks();
setup();
