"use strict";
// Steps through the game: draws the board, and marks the move in the graph and in the table.
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const FRAME = 24, CELL = 40, SIDE = 2 * FRAME + 8 * CELL;
  const DISCS = { X: ["#101010", "#000000"], O: ["#f6f6f2", "#b9b9b0"] };
  const byId = (id) => document.getElementById(id);
  let here = data.begin;

  function element(name, attributes, text) {
    const made = document.createElementNS(SVG, name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function centre(square) {
    const file = square.charCodeAt(0) - 97, row = Number(square[1]) - 1;
    return [FRAME + CELL * file + CELL / 2, FRAME + CELL * row + CELL / 2];
  }

  function label(x, y, text, size, fill, weight) {
    return element("text", { x, y, fill, "font-size": size, "font-weight": weight || 400 }, text);
  }

  function drawBoard() {
    const stop = data.stops[here];
    const svg = element("svg", {
      viewBox: `0 0 ${SIDE} ${SIDE}`, role: "img", "aria-label": stop.alt,
      "font-family": "system-ui, sans-serif", "text-anchor": "middle", "dominant-baseline": "central",
    });
    const defs = element("defs", {});
    const marker = element("marker", { id: "head", viewBox: "0 0 10 10", refX: 8, refY: 5,
      markerWidth: 5, markerHeight: 5, orient: "auto" });
    marker.append(element("path", { d: "M0 0L10 5L0 10z", fill: "#ffd84d" }));
    defs.append(marker);
    svg.append(defs, element("rect", { width: SIDE, height: SIDE, rx: 8, fill: "#24382c" }),
      element("rect", { x: FRAME, y: FRAME, width: 8 * CELL, height: 8 * CELL, fill: "#2f7d4f" }));
    for (let at = 0; at <= 8; at++) {
      const way = FRAME + at * CELL;
      svg.append(element("path", { d: `M${FRAME} ${way}H${SIDE - FRAME}M${way} ${FRAME}V${SIDE - FRAME}`, stroke: "#1b4a30" }));
    }
    for (let at = 0; at < 8; at++) {
      const way = FRAME + at * CELL + CELL / 2;
      svg.append(label(way, FRAME / 2, "abcdefgh"[at], 13, "#d8e4dc"), label(FRAME / 2, way, at + 1, 13, "#d8e4dc"));
    }
    [...stop.board].forEach((letter, square) => {
      if (!DISCS[letter]) return;
      const x = FRAME + CELL * (square % 8) + CELL / 2, y = FRAME + CELL * Math.floor(square / 8) + CELL / 2;
      svg.append(element("circle", { cx: x, cy: y, r: 17, fill: DISCS[letter][0], stroke: DISCS[letter][1] }));
    });
    if (stop.before) {
      const [x, y] = centre(stop.before);
      svg.append(element("circle", { cx: x, cy: y, r: 4, fill: "#e0483e" }));
    }
    drawMove(svg, stop);
    byId("board").replaceChildren(svg);
  }

  function drawMove(svg, stop) {
    const lined = byId("show-line").checked, numbered = new Set();
    if (stop.move) {
      const [x, y] = centre(stop.move);
      svg.append(element("circle", { cx: x, cy: y, r: 17, fill: DISCS[stop.side][0], "fill-opacity": 0.45,
        stroke: stop.loses ? "#ff6b5e" : "#ffffff", "stroke-width": 2.5, "stroke-dasharray": "5 3" }));
    }
    if (lined) {
      stop.line.forEach(([square, side], number) => {
        if (square === "pass" || numbered.has(square)) return;
        numbered.add(square);
        const [x, y] = centre(square);
        svg.append(element("circle", { cx: x, cy: y, r: 12, fill: DISCS[side][0], stroke: "#ffd84d", "stroke-width": 2 }),
          label(x, y, number + 1, 13, side === "X" ? "#ffffff" : "#000000", 700));
      });
    }
    if (stop.loses && stop.move && stop.arrow && !lined) {
      const [x1, y1] = centre(stop.move), [x2, y2] = centre(stop.arrow);
      const length = Math.hypot(x2 - x1, y2 - y1), cut = 17 / length;
      svg.append(element("line", { x1: x1 + (x2 - x1) * cut, y1: y1 + (y2 - y1) * cut,
        x2: x2 - (x2 - x1) * cut, y2: y2 - (y2 - y1) * cut, stroke: "#ffd84d", "stroke-width": 3.5,
        "stroke-linecap": "round", "marker-end": "url(#head)" }));
    }
    if (byId("show-values").checked) {
      for (const [square, text, best] of stop.values) {
        if (numbered.has(square)) continue;
        const [x, y] = centre(square), size = text.length > 3 ? 12 : 14;
        if (best) svg.append(element("rect", { x: x - 18, y: y - 10, width: 36, height: 20, rx: 10, fill: "#ffd84d" }));
        const onWhite = square === stop.move && stop.side === "O";
        const value = label(x, y, text, size, best || onWhite ? "#10130f" : "#ffffff", best ? 700 : 500);
        if (!best && square !== stop.move) value.setAttribute("style", "paint-order:stroke;stroke:#2f7d4f;stroke-width:4px");
        svg.append(value);
      }
    }
  }

  function paragraph(className, text) {
    const made = document.createElement("p");
    made.className = className;
    made.textContent = text;
    return made;
  }

  function show(number, quietly) {
    here = Math.max(0, Math.min(data.stops.length - 1, number));
    const stop = data.stops[here];
    drawBoard();
    const now = byId("now");
    now.classList.toggle("loses", stop.loses);
    now.replaceChildren(paragraph("what", stop.what), ...stop.told.map((text) => paragraph("told", text)));
    if (stop.shown) now.append(paragraph("line", stop.shown));
    for (const side of ["black", "white"]) {
      const card = byId(`card-${side}`);
      card.querySelector(".numbers").textContent = stop.cards[side];
      card.classList.toggle("turn", stop.side === (side === "black" ? "X" : "O"));
    }
    const graph = byId("graph"), marker = byId("here");
    graph.setAttribute("aria-valuenow", String(Math.min(here + 1, data.stops.length)));
    graph.setAttribute("aria-valuetext", [stop.what, ...stop.told].join(". "));
    if (marker) {
      marker.setAttribute("x1", data.places[here]);
      marker.setAttribute("x2", data.places[here]);
    }
    for (const row of document.querySelectorAll("tr.here")) row.classList.remove("here");
    const row = byId(`m${here}`);
    if (row) row.classList.add("here");
    for (const chosen of document.querySelectorAll("button[aria-current]")) chosen.removeAttribute("aria-current");
    for (const button of document.querySelectorAll(`button[data-to="${here}"]`)) button.setAttribute("aria-current", "step");
    if (!quietly) remember();
  }

  function remember() {
    try {
      history.replaceState(null, "", `#${here + data.first + 1}`);
    } catch { /* a page within another one has no address */ }
  }

  function step(way) {
    show({ home: 0, back: here - 1, on: here + 1, end: data.stops.length - 1 }[way]);
  }

  const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "home", End: "end" };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !KEYS[event.key]) return;
    event.preventDefault();
    step(KEYS[event.key]);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.step) step(button.dataset.step);
    if (button.dataset.to === undefined) return;
    show(Number(button.dataset.to));
    byId("board").scrollIntoView({ block: "nearest" });
  });
  for (const id of ["show-values", "show-line"]) byId(id).addEventListener("change", drawBoard);

  // The graph answers to the nearest move, so that a finger finds it, too.
  const graph = byId("graph");
  function pick(event) {
    const box = graph.querySelector("svg").getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * data.width;
    let nearest = 0;
    data.places.forEach((place, number) => {
      if (Math.abs(place - x) < Math.abs(data.places[nearest] - x)) nearest = number;
    });
    show(nearest);
  }
  graph.addEventListener("pointerdown", pick);
  graph.addEventListener("pointermove", (event) => { if (event.buttons) pick(event); });

  const asked = Number(location.hash.slice(1));
  show(asked ? asked - 1 - data.first : data.begin, true);
})();
