// What lies where: panels, parts and things, from the sheet of a game, the fields a viewer has, and the game's lines.
// Nothing here draws, and nothing here knows a game.
import { Finder, parseItem, plain, split, argumentsOf, menuOf } from "./text.js";
import { signWords } from "./art.js";

const HEAP = 14; // kinds
const STANDS = /^\w+:? (player_\d+(, )?)+$/; // tokens show who stands there

export const PUBLIC = "public";
export const OPEN = "open";

// ------------------------------------------------------------------ values

export function get(fields, name, index = []) {
  return index.reduce((value, i) => (value === null || value === undefined ? value : value[i]), fields[name]);
}

// Fields after a list of changes ({field, index, to}); what is not changed is shared with the old ones.
export function changed(fields, changes, rings = {}) {
  const out = { ...fields, ...rings };
  for (const { field, index, to } of changes) {
    if (!index.length) out[field] = to;
    else {
      if (out[field] === fields[field]) out[field] = structuredClone(fields[field]);
      const last = index.length - 1;
      get(out, field, index.slice(0, last))[index[last]] = to;
    }
  }
  return out;
}

// The fields with every cell that `flags` (nested 0/1) marks taken out.
export function concealed(fields, flags) {
  const out = { ...fields };
  const hide = (value, flag) => (Array.isArray(flag) ? value.map((v, i) => hide(v, flag[i])) : Array.isArray(value) ? value.map((v) => hide(v, flag)) : flag ? null : value);
  for (const name of Object.keys(flags)) if (name in out) out[name] = hide(out[name], flags[name]);
  return out;
}

const flat = (value) => (Array.isArray(value) ? value.flatMap(flat) : [value]);
export const isHidden = (value) => flat(value).every((v) => v === null);

// Cells that are not empty: [[index, value]...].
function filled(value, empty, index = []) {
  if (Array.isArray(value)) return value.flatMap((v, i) => filled(v, empty, [...index, i]));
  return value === empty || value === null ? [] : [[index, value]];
}

// ------------------------------------------------------------------ the sheet, ready for use

export class Sheet {
  constructor(data) {
    Object.assign(this, data);
    this.field = Object.fromEntries(this.fields.map((f) => [f.name, f]));
    this.totalOf = Object.fromEntries(this.fields.filter((f) => f.total_of).map((f) => [f.total_of, f]));
    this.taken = new Set(this.fields.filter((f) => f.lines && f.show).flatMap((f) => [...f.beside, ...f.along]));
    this.finders = new Map();
    this.everything = this.finder(Object.keys(this.cards), signWords());
  }

  isCards(vocab) {
    return vocab in this.cards;
  }

  label(vocab, k) {
    return this.labels[vocab]?.[k];
  }

  // What a card says: {vocab, k, label, name, type, text, facts}.
  card(vocab, k) {
    const label = this.label(vocab, k);
    const says = this.cards[vocab]?.[k] ?? {};
    const { name, type, text, ...facts } = says;
    return { vocab, k, label, name: name ?? plain(label ?? ""), type: type ?? says.kind ?? vocab, text: text ?? "", facts };
  }

  cardOf(vocab, label) {
    const k = this.labels[vocab]?.indexOf(label) ?? -1;
    return k < 0 ? null : this.card(vocab, k);
  }

  // Finds cards of some vocabularies in words, and some words that have signs.
  finder(vocabs, signs = []) {
    const key = vocabs.join() + "|" + signs.length;
    if (!this.finders.has(key)) {
      const names = new Map(signs.map((w) => [w, { sign: w }]));
      for (const vocab of [...vocabs].reverse()) {
        this.cards[vocab].forEach((_, k) => {
          const thing = { vocab, k };
          names.set(plain(this.label(vocab, k)), thing);
        });
      }
      this.finders.set(key, new Finder(names));
    }
    return this.finders.get(key);
  }

  // Vocabularies of cards that the lines of a field may speak of, the nearest first.
  vocabsOf(f) {
    const near = [f, ...[...f.beside, ...f.along].map((n) => this.field[n]).filter(Boolean)];
    const found = near.flatMap((g) => [g.vocab, ...g.axes]).filter((v) => v && this.isCards(v));
    return found.length ? [...new Set(found)] : Object.keys(this.cards);
  }

  axesOf(f) {
    return f.axes.slice(-Math.max(f.shape.length - f.seats, 0)).slice(0, f.shape.length - f.seats);
  }

  cellName(f, index) {
    if (f.cells) {
      const dims = f.shape.slice(f.seats);
      return f.cells[index.reduce((sum, i, k) => sum * dims[k] + i, 0)];
    }
    const axes = this.axesOf(f);
    return index.map((i, k) => (this.labels[axes[k]] ? plain(this.labels[axes[k]][i]) : String(i))).join("/");
  }

  refsOf(f, index) {
    const refs = {};
    this.axesOf(f).forEach((axis, k) => {
      if (!(axis in refs) && this.labels[axis]) refs[axis] = this.labels[axis][index[k]];
    });
    return refs;
  }
}

// ------------------------------------------------------------------ panels

// [{key, title, seat, parts}]: the table's own parts first, then one panel a seat. `data` is {fields, words}; `viewer` is a
// seat, PUBLIC or OPEN, and only says which seat is one's own: what is hidden is null in the fields already.
export function panels(sheet, data, viewer) {
  const { fields, words } = data;
  const out = [];
  const at = tokensAt(sheet, fields);
  const add = (key, title, seat, list, value, said) => {
    const parts = list.flatMap((f) => partsOf(sheet, f, value(f.name), { fields, seat, viewer, value, said: said?.[f.name], at }));
    out.push({ key, title, seat, parts: arranged(sheet, parts) });
  };
  const shared = sheet.fields.filter((f) => f.seats === 0);
  const titles = [...new Set(["table", ...shared.map((f) => f.panel).filter(Boolean)])];
  for (const title of titles) {
    const mine = shared.filter((f) => (f.panel ?? "table") === title);
    add(title, title, null, mine, (name) => fields[name], words?.table);
  }
  for (let p = 0; p < sheet.players; p++) {
    const mine = sheet.fields.filter((f) => f.seats > 0);
    add("seat" + p, null, p, mine, (name) => (sheet.field[name]?.seats ? fields[name][p] : fields[name]), words?.seats?.[p]);
  }
  return out.filter((panel) => panel.parts.length || panel.seat !== null);
}

// Seats that stand at places of an axis which tiles may show: {vocabulary: {label: [seat...]}}.
function tokensAt(sheet, fields) {
  const out = {};
  for (const f of sheet.fields) {
    if (f.what !== "category" || f.seats !== 1 || f.shape.length !== 1 || sheet.isCards(f.vocab)) continue;
    for (let p = 0; p < sheet.players; p++) {
      const label = sheet.label(f.vocab, fields[f.name][p]);
      if (label !== undefined) ((out[f.vocab] ??= {})[label] ??= []).push(p);
    }
  }
  return out;
}

function partsOf(sheet, f, value, where) {
  if (!f.show && sheet.taken.has(f.name)) return []; // lines tell it
  const total = sheet.totalOf[f.name];
  const size = total ? where.value(total.name) : undefined;
  const base = { field: f.name, name: plain(f.name), meaning: f.meaning, seat: where.seat, own: where.seat !== null && where.seat === where.viewer };
  if (f.total_of) return []; // said with what it counts
  if (!f.show && !f.zone && !(total && total.show)) return [];
  const axes = sheet.axesOf(f);
  const lastAxis = axes[axes.length - 1];
  const ofCards = f.what === "count" && sheet.isCards(lastAxis);
  if (ofCards && axes.length === 2 && Array.isArray(size)) {
    // One pile for each place of the first axis, with a size of its own.
    if (!total.show && !f.show) return [];
    return size.map((n, i) => pile(sheet, f, { ...base, name: `${plain(sheet.label(axes[0], i) ?? String(i))} ${base.name}` }, value[i], n));
  }
  if (isHidden(value)) return size === undefined || (!total.show && !f.show) ? [] : [pile(sheet, f, base, null, size)];
  if (f.lines && f.show) return where.said ? saidParts(sheet, f, value, base, where) : [];
  if (!f.show) return f.zone && ofCards && axes.length === 1 ? [pile(sheet, f, base, value, size)].filter((p) => p.size) : [];
  const cards = cardsOf(sheet, f, value, base);
  if (cards && !cards.things.length) return size === 0 ? [{ ...base, kind: "stat", value: "0" }] : [];
  // A deck that can be seen is still a deck; so is a heap of many kinds that nobody holds.
  if (cards && ofCards && (f.see === "hidden" || (where.seat === null && cards.things.length > HEAP))) return [pile(sheet, f, base, value, size)];
  if (cards) return [{ ...cards, size }];
  if (!Array.isArray(value)) return scalar(sheet, f, value, base, where.fields[f.name]);
  return vector(sheet, f, value, base, axes, size);
}

// Cards of each kind, the last axis being the kinds.
function cardThings(sheet, f, value, base) {
  const vocab = f.axes[f.axes.length - 1];
  return filled(value, f.empty).map(([[k], count]) => ({
    kind: "card", card: sheet.card(vocab, k), count, notes: [], refs: { [vocab]: sheet.label(vocab, k) }, field: f.name, seat: base.seat,
  }));
}

function pile(sheet, f, base, value, size) {
  const things = value === null || isHidden(value) || f.what !== "count" || !Array.isArray(value) ? null : cardThings(sheet, f, value, base);
  const n = size ?? things?.reduce((sum, t) => sum + t.count, 0) ?? 0;
  return { ...base, kind: "pile", things, size: n };
}

function scalar(sheet, f, value, base, all) {
  const counts = f.seats === 1 && f.what === "count" && Array.isArray(all) && all.some((v) => v !== f.empty && v !== null);
  if (value === f.empty && !counts) return []; // a nought says something beside what others have
  if (f.what === "flag") return [{ ...base, kind: "stat", flag: true, value: "" }];
  if (f.what === "category") return [{ ...base, kind: "stat", value: plain(sheet.label(f.vocab, value)) }];
  if (f.what === "seat") return [{ ...base, kind: "stat", who: value }];
  return [{ ...base, kind: "stat", value: String(value), number: value }];
}

function vector(sheet, f, value, base, axes, size) {
  const refs = (index) => sheet.refsOf(f, index);
  const cell = ([index, v]) => {
    const said = f.what === "category" ? plain(sheet.label(f.vocab, v)) : f.what === "seat" ? null : "";
    return { kind: "token", name: sheet.cellName(f, index), index, said, who: f.what === "seat" ? v : null, count: f.what === "count" ? v : 1, refs: refs(index), field: f.name, seat: base.seat };
  };
  const things = filled(value, f.empty).map(cell);
  const all = f.what === "flag" && axes.length === 1 ? value.map((v, i) => ({ ...cell([[i], v]), on: v === 1 })) : null;
  if (!things.length && !all) return size === 0 ? [{ ...base, kind: "stat", value: "0" }] : [];
  return [{ ...base, kind: "tokens", things, all, size, axis: axes[0] }];
}

// ------------------------------------------------------------------ what games say in lines

// What lies there comes from the fields; the lines add what they say of each card, and all that is no card.
function saidParts(sheet, f, value, base, where) {
  const finder = sheet.finder(sheet.vocabsOf(f));
  const axes = [...new Set([f, ...f.beside.map((n) => sheet.field[n])].flatMap((g) => (g ? sheet.axesOf(g) : [])))].filter((a) => sheet.labels[a] && !sheet.isCards(a));
  const context = { finder, axes, base };
  const tiles = tilesOf(sheet, f, value, where, context);
  if (tiles) return tiles;
  const cards = cardsOf(sheet, f, value, base);
  const open = [...(cards?.things ?? [])];
  const out = [];
  for (const [label, text] of where.said) {
    const common = { ...base, name: label || base.name, said: true };
    if (!cards && split(text, " | ").length > 1) {
      out.push({ ...common, kind: "track", ...steps(text) });
      continue;
    }
    const place = placeOf(sheet, sheet.axesOf(f), label);
    const groups = groupsOf(text).map((items) => items.map((item) => thing(sheet, f, item, { ...context, place })).filter((t) => !noted(t, open)));
    const things = groups.flat();
    if (!things.length) continue;
    const all = things.every((t) => t.kind === "card");
    if (all && groups.length === 1 && !cards) out.push({ ...common, kind: "cards", things });
    else out.push({ ...common, kind: "line", bare: !label, groups: groups.filter((g) => g.length) });
  }
  if (cards && where.said.length === 1 && where.said[0][0]) cards.name = where.said[0][0];
  return cards ? [cards, ...out] : out;
}

// Items of a line: groups between semicolons, items between commas; what explains itself after a colon is one item.
function groupsOf(text) {
  const groups = split(text, "; ");
  const items = (g) => (split(g, ": ").length > 1 ? [g] : split(g, ", "));
  return groups.every((g) => items(g).length === 1) ? [groups] : groups.map(items);
}

function steps(text) {
  const parts = split(text, " | ").map(parseItem);
  const last = parts[parts.length - 1];
  const legend = last.notes.length ? last.notes.join(", ") : "";
  last.notes = [];
  return { steps: parts, legend };
}

// The item speaks of a card that lies there: it becomes that card's notes.
function noted(t, open) {
  const k = t.kind === "card" ? open.findIndex((o) => o.card.vocab === t.card.vocab && o.card.k === t.card.k) : -1;
  if (k < 0) return false;
  const [card] = open.splice(k, 1);
  card.before = t.before;
  card.notes = [...(t.after ? [t.after] : []), ...t.notes];
  card.refs = { ...t.refs, ...card.refs };
  card.shout = t.shout;
  return true;
}

// The cards that a field holds, as a part; null if it holds none by its declaration.
function cardsOf(sheet, f, value, base) {
  const axes = sheet.axesOf(f);
  const part = { ...base, kind: "cards", hand: f.owned };
  const make = (vocab, k, index, count, notes = []) => ({
    kind: "card", card: sheet.card(vocab, k), count, notes, refs: { [vocab]: sheet.label(vocab, k), ...sheet.refsOf(f, index) }, field: f.name, seat: base.seat,
  });
  if (f.what === "category" && sheet.isCards(f.vocab)) {
    const cells = filled(value, f.empty);
    return { ...part, things: cells.map(([index, k]) => make(f.vocab, k, index, 1)), ordered: axes.length > 0, single: axes.length === 0 };
  }
  if ((f.what === "count" || f.what === "flag") && axes.length && sheet.isCards(axes[0])) {
    const rest = (index) => index.slice(1).map((i, k) => `${plain(axes[k + 1])} ${plain(sheet.label(axes[k + 1], i) ?? String(i))}`);
    return { ...part, things: filled(value, f.empty).map(([index, v]) => make(axes[0], index[0], index, v, rest(index))) };
  }
  return null;
}

// {axis, label} where the words begin with a label of one of these axes.
function placeOf(sheet, axes, words) {
  for (const axis of axes) {
    if (sheet.isCards(axis)) continue;
    const label = sheet.labels[axis]?.find((l) => words === plain(l) || words.startsWith(plain(l) + " ") || words.startsWith(plain(l) + ": "));
    if (label !== undefined) return { axis, label };
  }
  return null;
}

// Places that hold a card each and are told one by one: a tile for each, with what is said of it.
function tilesOf(sheet, f, value, where, context) {
  const axes = sheet.axesOf(f);
  if (f.what !== "category" || axes.length !== 1 || !sheet.isCards(f.vocab) || !sheet.labels[axes[0]]) return null;
  const names = sheet.finder([f.vocab]);
  if (!where.said.some(([label]) => names.longest(label))) return null;
  const tiles = filled(value, f.empty).map(([[i], k]) => ({
    kind: "tile", card: sheet.card(f.vocab, k), place: sheet.label(axes[0], i), refs: { [axes[0]]: sheet.label(axes[0], i) }, field: f.name, seat: context.base.seat,
    marks: [], things: [], seats: where.at[axes[0]]?.[sheet.label(axes[0], i)] ?? [],
  }));
  const inner = { ...context, axes: context.axes.filter((a) => a !== axes[0]) };
  const out = [];
  let open = null;
  for (const [label, text] of where.said) {
    const found = names.longest(label);
    if (found) open = tiles.find((t) => t.card.k === found.thing.k && !t.marks.length) ?? open;
    const things = groupsOf(text).flat().map((item) => thing(sheet, f, item, { ...inner, finder: inner.finder }));
    if (!open) out.push({ ...context.base, kind: "line", name: label, bare: !label, groups: [things] });
    // Who stands there is shown by tokens.
    else for (const t of things.filter((t) => !open.seats.length || !STANDS.test(t.text ?? ""))) (t.kind === "card" && t.card.vocab !== f.vocab ? open.things : open.marks).push(t);
  }
  return [...out, { ...context.base, kind: "tiles", things: tiles }];
}

// A card with what is said of it, or plain words.
function thing(sheet, f, source, { finder, axes, base, place }) {
  const item = parseItem(source);
  const found = finder?.longest(item.text);
  const refs = place ? { [place.axis]: place.label } : {};
  if (!found?.thing?.vocab) return { kind: "words", ...item, refs, field: f.name, seat: base.seat };
  const at = item.text.toLowerCase().indexOf(found.name.toLowerCase());
  const before = item.text.slice(0, at).replace(/:?\s*$/, "").trim();
  const after = item.text.slice(at + found.name.length).replace(/^[\s:]+/, "").trim();
  const number = before.split(" ").pop().replace(/^#/, "");
  const axis = number && axes.find((a) => sheet.labels[a].includes(number));
  if (axis) refs[axis] = number;
  const card = sheet.card(found.thing.vocab, found.thing.k);
  refs[card.vocab] = card.label;
  const shout = found.name === found.name.toUpperCase();
  return { kind: "card", card, before, after, count: item.count, notes: item.notes, here: item.here, shout, refs, field: f.name, seat: base.seat };
}

// Small facts together, then boards of several parts over one axis, piles at the end.
function arranged(sheet, parts) {
  const out = [];
  const stats = parts.filter((p) => p.kind === "stat");
  const piles = parts.filter((p) => p.kind === "pile");
  const singles = parts.filter((p) => p.kind === "cards" && p.single);
  const rest = parts.filter((p) => !stats.includes(p) && !piles.includes(p) && !singles.includes(p));
  if (singles.length) out.push({ kind: "who", field: singles[0].field, parts: singles });
  if (stats.length) out.push({ kind: "stats", field: stats[0].field, parts: stats });
  const boards = {};
  for (const p of rest) if (p.kind === "tokens" && p.axis && !sheet.isCards(p.axis)) (boards[p.axis] ??= []).push(p);
  for (const part of rest) {
    const group = part.kind === "tokens" ? boards[part.axis] : null;
    if (!group || group.length < 2 || !group.some((p) => p.all)) out.push(part);
    else if (group[0] === part) out.push(board(sheet, part.axis, group));
  }
  if (piles.length) out.push({ kind: "piles", field: piles[0].field, parts: piles });
  return out;
}

// Parts over the same places, place by place.
function board(sheet, axis, parts) {
  const labels = sheet.labels[axis];
  return {
    kind: "board", field: parts[0].field, name: axis, seat: parts[0].seat,
    places: labels.map((label, i) => ({
      label, refs: { [axis]: label }, seat: parts[0].seat, kind: "place", field: parts[0].field,
      cells: parts.flatMap((p) => (p.all ? (p.all[i].on ? [{ ...p.all[i], name: p.name, flag: true }] : []) : p.things.filter((t) => t.index[0] === i).map((t) => ({ ...t, name: t.name.replace(plain(label) + " ", "") })))),
    })),
  };
}

// ------------------------------------------------------------------ actions on things

// Everything in the panels that could be clicked, in the order of the panels.
export function thingsOf(panelList) {
  const out = [];
  const walk = (part) => {
    for (const t of part.things ?? []) {
      out.push(t);
      if (t.things) walk(t);
    }
    for (const p of part.parts ?? []) walk(p);
    for (const p of part.places ?? []) {
      out.push(p);
      p.cells.forEach((c) => out.push(c));
    }
    for (const group of part.groups ?? []) group.forEach((t) => out.push(t));
  };
  for (const panel of panelList) panel.parts.forEach(walk);
  return out;
}

const stem = (word) => word.toLowerCase().replace(/s$/, "");

// Puts each legal action on the things that it names (thing.actions), or on a seat; returns {seat: [action...]}.
// Where a kind lies in several zones, the zone that the verb's meaning names is meant, else the one that holds most of
// what the verb may take, one's own hand first.
export function attach(sheet, panelList, legal, decider, viewer) {
  const things = thingsOf(panelList);
  const bySeat = {};
  const byVerb = new Map();
  for (const action of legal) {
    const { args, offset } = argumentsOf(sheet, action.name);
    const target = offset === null ? null : (decider + offset) % sheet.players;
    if (!args.length) {
      if (target !== null) (bySeat[target] ??= []).push(action);
      continue;
    }
    const fits = things.filter((t) => args.every(([v, l]) => t.refs?.[v] === l) && (target === null || t.seat === target));
    const { verb, meaning } = menuOf(sheet, action);
    if (!byVerb.has(verb)) byVerb.set(verb, { meaning, found: [] });
    byVerb.get(verb).found.push({ action, fits });
  }
  for (const { meaning, found } of byVerb.values()) {
    const named = new Set(meaning.toLowerCase().split(/[^a-z]+/).map(stem));
    const zone = (t) => `${t.field}|${t.seat}`;
    const weight = new Map();
    for (const { fits } of found) for (const z of new Set(fits.map(zone))) weight.set(z, (weight.get(z) ?? 0) + 1);
    const rank = (z) => {
      const [name, seat] = z.split("|");
      const own = seat === String(viewer), f = sheet.field[name];
      const place = own && f?.owned ? 3 : seat === "null" ? 2 : own ? 1 : 0;
      const mentioned = named.has(stem(name)) && (own || seat === "null") ? 1000 : 0;
      return mentioned + weight.get(z) * 10 + place;
    };
    const zones = [...weight.keys()].sort((a, b) => rank(b) - rank(a));
    for (const { action, fits } of found) {
      if (fits.length === 1 && fits[0].card) action.thing = fits[0].card;
      const chosen = zones.filter((z) => rank(z) >= 1000);
      const first = zones.find((z) => fits.some((t) => zone(t) === z));
      const zonesMeant = chosen.some((z) => fits.some((t) => zone(t) === z)) ? chosen : [first];
      for (const t of fits) if (zonesMeant.includes(zone(t))) (t.actions ??= []).push(action);
    }
  }
  return bySeat;
}

// Legal actions by verb, in their order: [{verb, meaning, actions}].
export function menu(sheet, legal) {
  const groups = new Map();
  legal.forEach((action, i) => {
    const { verb, block, meaning } = menuOf(sheet, action);
    const alone = !block || block.args.length === 0;
    const key = alone ? "" : verb;
    if (!groups.has(key)) groups.set(key, { verb: key, meaning: alone ? "" : meaning, actions: [] });
    groups.get(key).actions.push({ action, number: i + 1, meaning });
  });
  return [...groups.values()];
}

// What an action is called beside its verb: its card or its arguments.
export function thingOf(sheet, action, decider, name) {
  const { args, offset } = argumentsOf(sheet, action.name);
  const cards = args.map(([vocab, label]) => ({ vocab, label, card: sheet.cardOf(vocab, label) }));
  const who = offset === null ? null : (decider + offset) % sheet.players;
  const words = cards.map((c) => (c.card && sheet.isCards(c.vocab) ? c.card.name : plain(c.label)));
  // A place or a number that only one card has is better called by that card.
  if (action.thing && !cards.some((c) => sheet.isCards(c.vocab))) {
    words.unshift(action.thing.name);
    cards.unshift({ vocab: action.thing.vocab, label: action.thing.label, card: action.thing });
  }
  return { cards, who, words: words.join(", "), text: [words.join(", "), who === null ? "" : name(who)].filter(Boolean).join(" · ") };
}
