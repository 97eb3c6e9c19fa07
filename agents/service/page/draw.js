// Elements for panels, parts and things. A thing with legal actions is a button; every card tells what it says when it
// is pointed at, focused or touched.
import { SAY, say, plain, capital, signed } from "./text.js";
import { back, crown, disc, hasSign, hueOf, sigil, sign } from "./art.js";

export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "html") node.innerHTML = value; // our own drawings only, never words from outside
    else if (name === "style") for (const [k, v] of Object.entries(value)) node.style.setProperty(k, v);
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) if (child !== null && child !== undefined && child !== false && child !== "") node.append(child);
  return node;
}

const drawing = (markup, name = "drawing") => h("span", { class: name, html: markup, "aria-hidden": "true" });

// Words with seats as discs and known words with their signs.
export function rich(text, table, { cards = true } = {}) {
  const out = [];
  for (const part of String(text).split(table.seatPattern)) {
    const seat = table.seatCalled(part);
    if (seat !== null) {
      out.push(who(seat, table));
      continue;
    }
    for (const piece of table.sheet.everything.pieces(part)) {
      if (typeof piece === "string") out.push(piece);
      else if (piece.thing.sign) out.push(h("span", { class: "word" }, drawing(sign(piece.thing.sign)), piece.name));
      else if (cards) out.push(mention(piece, table));
      else out.push(piece.name);
    }
  }
  return out;
}

function mention(piece, table) {
  const card = table.sheet.card(piece.thing.vocab, piece.thing.k);
  const node = h("span", { class: "mention", style: { "--hue": hueOf(card.type) } }, piece.name);
  table.peek.on(node, card);
  return node;
}

export const who = (seat, table) => h("span", { class: "who" }, drawing(disc(seat)), h("span", {}, table.name(seat)));

// ------------------------------------------------------------------ panels

export function drawPanel(panel, table) {
  const { sheet, fields } = table;
  const seat = panel.seat;
  const marked = seat !== null && fields.seat === seat && !fields.over;
  const over = seat !== null && fields.over;
  const actions = seat === null ? [] : (table.bySeat[seat] ?? []);
  const out = seat !== null && sheet.elimination && fields[sheet.elimination][seat] === 1;
  const name = seat === null ? capital(plain(panel.title)) : table.name(seat);
  const id = "panel-" + panel.key;
  const head = h(
    "header", {},
    seat === null ? null : drawing(disc(seat)),
    h("h2", { id }, name),
    marked ? h("span", { class: "tag turn" }, SAY.toPlay) : null,
    out ? h("span", { class: "tag" }, SAY.out) : null,
    over ? h("span", { class: "tag paid" }, fields.winners[seat] === 1 ? drawing(crown()) : null, signed(fields.returns[seat])) : null,
    actions.map((action) => h("button", { class: "can seat-action", "data-nav": "board", "data-action": action.name, onclick: () => table.act(action) }, table.actionWords(action))),
  );
  const classes = ["panel", seat === null ? "shared" : "seat", marked && "marked", seat === table.viewer && "own", out && "gone"].filter(Boolean).join(" ");
  return h("section", { class: classes, "data-panel": panel.key, "aria-labelledby": id, style: seat === null ? {} : { "--seat": `var(--seat${seat})` } }, head, h("div", { class: "parts" }, panel.parts.map((p) => drawPart(p, table))));
}

const DRAW = { cards, pile: (p, t) => onePile(p, t), stats, piles, who: singles, tokens, tiles, track, line, board };

function drawPart(part, table) {
  const node = DRAW[part.kind](part, table);
  if (table.fresh.has(`${part.field}|${part.seat ?? ""}`)) node.classList.add("fresh");
  return node;
}

function titled(part, kind, ...inside) {
  const size = part.size === undefined ? null : h("span", { class: "size" }, part.size);
  return h("div", { class: `part ${kind}`, "data-field": part.field }, h("h3", { title: part.meaning }, capital(part.name), size), h("div", { class: "row" }, inside));
}

function cards(part, table) {
  const large = part.hand ? part.own : part.seat === null; // other seats have less room
  const many = part.things.length > (part.hand ? 24 : part.ordered ? 12 : 6);
  const inside = part.things.length ? part.things.map((t) => drawThing(t, table, large && !many)) : h("span", { class: "pale" }, SAY.none);
  return titled(part, part.hand && part.own ? "cards hand" : "cards", inside);
}

function singles(part, table) {
  return h("div", { class: "part singles" }, part.parts.map((p) => h("div", { class: "single", "data-field": p.field }, h("h3", { title: p.meaning }, capital(p.name)), drawThing(p.things[0], table, false))));
}

function stats(part, table) {
  const one = (p) => {
    const value = p.who === undefined ? p.value : who(p.who, table);
    const inside = [hasSign(p.name) ? drawing(sign(p.name)) : null, h("dt", {}, capital(p.name)), value === "" ? null : h("dd", {}, value)];
    return h("div", { class: p.flag ? "stat flag" : "stat", title: p.meaning, "data-field": p.field }, inside);
  };
  return h("dl", { class: "part stats" }, part.parts.map(one));
}

function piles(part, table) {
  return h("div", { class: "part piles" }, part.parts.map((p) => onePile(p, table)));
}

function onePile(part, table) {
  const words = say("pile", { name: part.name, n: part.size });
  const face = part.things?.length ? drawing(sigil(part.things[0].card.label), "face") : drawing(back(table.sheet.game), "face");
  const hue = part.things?.length ? hueOf(part.things[0].card.type) : 260;
  const inside = [h("span", { class: part.things ? "stack up" : "stack", style: { "--hue": hue, "--thick": Math.min(Math.ceil(part.size / 4), 4) } }, part.size ? face : null), h("span", { class: "n" }, part.size), h("span", { class: "label" }, capital(part.name))];
  const can = part.things?.some((t) => t.actions);
  if (!part.things?.length) return h("div", { class: "pile" + (part.size ? "" : " bare"), role: "img", "aria-label": `${words}${part.size ? ", " + SAY.faceDown : ""}`, title: part.meaning, "data-field": part.field }, inside);
  const open = (event) => table.open(event.currentTarget, capital(part.name), part.things.map((t) => drawThing(t, table, false)));
  return h("button", { class: "pile" + (can ? " can" : ""), "aria-label": words, title: part.meaning, "data-field": part.field, "data-nav": "board", "data-key": `pile-${part.field}-${part.seat}`, onclick: open }, inside);
}

function tokens(part, table) {
  const things = part.all ?? part.things;
  return titled(part, "tokens", things.length ? things.map((t) => drawThing(t, table)) : h("span", { class: "pale" }, SAY.none));
}

function tiles(part, table) {
  return h("div", { class: "part tiles", "data-field": part.field }, part.things.map((t) => tile(t, table)));
}

function tile(t, table) {
  const title = acting(t, table, "div", { class: "plaque", style: { "--hue": hueOf(t.card.name) } }, `${t.place} ${t.card.name}`, [
    drawing(sigil(t.card.label), "art"), h("span", { class: "place" }, t.place), h("span", { class: "name" }, t.card.name),
  ]);
  return h(
    "section", { class: "tile", "aria-label": t.card.name, style: { "--hue": hueOf(t.card.name) } },
    title,
    h("div", { class: "marks" }, t.marks.map((m) => drawThing(m, table, false))),
    h("div", { class: "column" }, t.things.map((c) => drawThing(c, table, false))),
    t.seats.length ? h("div", { class: "standing" }, t.seats.map((p) => who(p, table))) : null,
  );
}

function track(part, table) {
  const step = (s) => h("li", { class: s.here ? "here" : null, "aria-current": s.here ? "step" : null }, s.amount ? [pips(s.amount), s.amount.label ? h("span", {}, rich(s.amount.label, table)) : null] : h("span", {}, rich(s.text, table)), s.notes.map((n) => h("span", { class: "note" }, rich(n, table))));
  return titled(part, "track", h("ol", { title: part.legend || null }, part.steps.map(step)));
}

function line(part, table) {
  const groups = part.groups.map((items) => h("span", { class: "group" }, items.map((t) => drawThing(t, table, false))));
  return part.bare ? h("div", { class: "part line", "data-field": part.field }, h("div", { class: "row" }, groups)) : titled(part, "line", groups);
}

function board(part, table) {
  const place = (p) => acting(p, table, "div", { class: "corner" }, plain(p.label), [h("h3", {}, capital(plain(p.label))), h("div", { class: "row" }, p.cells.length ? p.cells.map((c) => drawThing(c, table)) : h("span", { class: "pale" }, "–"))]);
  return h("div", { class: "part board", "data-field": part.field }, part.places.map(place));
}

// ------------------------------------------------------------------ things

export function drawThing(t, table, large) {
  if (t.kind === "card") return card(t, table, large);
  if (t.kind === "words") return words(t, table);
  return token(t, table);
}

// A thing that takes an action when clicked, or asks which; without actions it can still be read.
function acting(t, table, tag, attributes, label, inside) {
  const actions = t.actions ?? [];
  const shown = { ...attributes, class: attributes.class + (actions.length ? " can" : "") + (actions.some((a) => table.hinted === a.name) ? " hinted" : "") };
  const does = actions.map((a) => table.actionWords(a)).join("; ");
  let node;
  if (!actions.length) node = h(t.card ? "div" : tag, { ...shown, ...(t.card ? { role: "img", "aria-label": label, tabindex: "-1", "data-nav": "board" } : {}) }, inside);
  else
    node = h("button", {
      ...shown, type: "button", "aria-label": `${label}: ${does}`, "data-nav": "board", "data-action": actions.map((a) => a.name).join(" "), "data-key": "thing-" + actions[0].name + t.field,
      onclick: (event) => table.take(event, t, actions),
    }, inside);
  if (t.card) table.peek.on(node, t.card, t.notes);
  return node;
}

function card(t, table, large) {
  const { card: c } = t;
  const notes = [...(t.after ? [t.after] : []), ...t.notes];
  const label = [t.before, c.name, plain(c.type), t.count > 1 ? say("times", { n: t.count }) : "", ...notes].filter(Boolean).join(", ");
  const badge = t.count > 1 ? h("span", { class: "count" }, "×" + t.count) : null;
  const said = notes.map((n) => h("span", { class: "note" }, rich(n, table, { cards: false })));
  const style = { "--hue": hueOf(c.type) };
  if (large)
    return acting(t, table, "div", { class: "card" + (t.here ? " here" : ""), style }, label, [
      h("span", { class: c.name.split(/[\s-]/).some((w) => w.length > 10) ? "name long" : "name" }, c.name), drawing(sigil(c.label), "art"),
      h("span", { class: "type" }, plain(c.type)), said.length ? h("span", { class: "said" }, said) : h("span", { class: "numbers" }, corner(c.facts)), badge,
    ]);
  return acting(t, table, "div", { class: "slip" + (t.shout ? " great" : ""), style }, label, [
    t.before ? h("span", { class: "before" }, t.before) : null, drawing(sigil(c.label), "art"), h("span", { class: "name" }, c.name), said, badge,
  ]);
}

// What a card face has room for: signs, and small numbers that are not nought.
function corner(facts) {
  const out = [];
  for (const [key, value] of Object.entries(facts)) {
    if (key === "copies" || key === "players") continue;
    if (typeof value === "number" && value) out.push(h("span", { class: "note" }, `${plain(key)} ${value}`));
    else if (typeof value === "string" && value && value.split(" ").every(hasSign)) out.push(h("span", { class: "note", title: plain(key) }, value.split(" ").map((w) => drawing(sign(w)))));
    if (out.length === 3) break;
  }
  return out;
}

function words(t, table) {
  const inside = t.amount ? [t.amount.label ? rich(t.amount.label, table) : null, pips(t.amount)] : rich(t.text, table);
  const notes = t.notes.map((n) => h("span", { class: "note" }, rich(n, table, { cards: false })));
  const upper = t.text === t.text.toUpperCase() && /[A-Z]/.test(t.text);
  return h("span", { class: "bit" + (upper ? " loud" : ""), "aria-label": t.amount ? t.text : null, role: t.amount ? "img" : null }, inside, notes, t.count > 1 ? h("span", { class: "count" }, "×" + t.count) : null);
}

function token(t, table) {
  const signed = t.name.split(/[ /]/).find(hasSign);
  const label = [t.name, t.said, t.count > 1 ? say("times", { n: t.count }) : ""].filter(Boolean).join(", ");
  const inside = [signed ? drawing(sign(signed)) : null, h("span", {}, t.name), t.said ? h("b", {}, t.said) : null, t.who === null || t.who === undefined ? null : who(t.who, table), t.count > 1 ? h("span", { class: "count" }, "×" + t.count) : null];
  const off = t.on === false ? " off" : "";
  return acting(t, table, "span", { class: "token" + off + (t.flag ? " flag" : ""), style: { "--hue": hueOf(t.name.split(/[ /]/)[0]) }, role: off ? "img" : null, "aria-label": off ? `${t.name}: –` : null }, label, inside);
}

// An amount of so many as dots, or as numbers where they are many.
function pips({ is, of }) {
  if (of > 12 || of < 1 || is < 0 || is > of) return h("b", { class: "of" }, `${is} / ${of}`);
  return h("span", { class: "pips", title: `${is} / ${of}` }, Array.from({ length: of }, (_, k) => h("i", { class: k < is ? "on" : null })), h("span", { class: "sr" }, `${is} / ${of}`));
}

// ------------------------------------------------------------------ what a card says

export class Peek {
  constructor(root) {
    this.node = h("div", { class: "peek", hidden: true, "aria-hidden": "true" });
    root.append(this.node);
    this.touch = false;
    addEventListener("pointerdown", (event) => (this.touch = event.pointerType === "touch"), true);
    addEventListener("scroll", () => this.hide(), true);
  }

  on(node, card, notes = []) {
    const show = () => this.show(node, card, notes ?? []);
    node.addEventListener("pointerenter", (event) => event.pointerType === "touch" || show());
    node.addEventListener("pointerleave", () => this.hide());
    node.addEventListener("focus", () => node.matches(":focus-visible") && show());
    node.addEventListener("blur", () => this.hide());
    if (node.tagName !== "BUTTON") node.addEventListener("click", show);
  }

  show(node, card, notes) {
    this.node.replaceChildren(...says(card, notes));
    this.node.style.setProperty("--hue", hueOf(card.type));
    this.node.hidden = false;
    const at = node.getBoundingClientRect(), me = this.node.getBoundingClientRect();
    const left = Math.max(6, Math.min(at.left, innerWidth - me.width - 6));
    const above = at.top - me.height - 8;
    this.node.style.left = left + "px";
    this.node.style.top = (above > 4 ? above : Math.min(at.bottom + 8, innerHeight - me.height - 4)) + "px";
  }

  hide() {
    this.node.hidden = true;
  }
}

// Everything that is on a card, in words.
export function says(card, notes = []) {
  const out = [h("h4", {}, card.name), h("p", { class: "type" }, plain(card.type)), notes.length ? h("p", { class: "now" }, notes.join(" · ")) : null, card.text ? h("p", {}, card.text) : null];
  const row = (key, value) => h("div", {}, h("dt", {}, capital(plain(key))), h("dd", {}, value));
  const list = h("dl", {});
  for (const [key, value] of Object.entries(card.facts)) {
    if (Array.isArray(value)) value.forEach((effect, i) => list.append(row(i ? "" : key, typeof effect === "object" ? effectWords(effect) : plain(effect))));
    else if (value !== 0 && value !== "" && value !== "none" && value !== false && value !== -1) list.append(row(key, plain(value)));
  }
  if (list.children.length) out.push(list);
  return out.filter(Boolean);
}

function effectWords({ op, amount, ...others }) {
  const rest = Object.entries(others).filter(([, v]) => v && v !== "none").map(([k, v]) => (typeof v === "string" ? plain(v) : v === 1 ? plain(k) : `${plain(k)} ${v}`));
  return [plain(op ?? ""), amount || null, rest.length ? `(${rest.join(", ")})` : null].filter((x) => x !== null).join(" ");
}
