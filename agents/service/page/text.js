// Words: what the page itself says, names of seats and things, and the grammar of the lines that games write.

// Every sentence of the page's own, by key: the templates "page.KEY" of the language asked for.
export const SAY = {};

export function speak(templates) {
  for (const [key, text] of Object.entries(templates)) if (key.startsWith("page.")) SAY[key.slice(5)] = text;
}

export function say(key, values = {}) {
  return fill(SAY[key] ?? key, values);
}

export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

export const plain = (name) => String(name).replaceAll("_", " ");

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const signed = (x) => (x > 0 ? "+" : "") + x.toFixed(2);

// ---------------------------------------------------------------- the grammar of lines
// A line says what lies somewhere: "item, item; item" or "step | [step here] | step". An item is words with an optional
// "x2" at its end, notes in brackets, and amounts such as "2 of 5".

const CLOSING = { "(": ")", "[": "]" };

// Split at a separator that is outside all brackets.
export function split(text, separator) {
  const parts = [];
  let depth = 0, from = 0;
  for (let i = 0; i < text.length; i++) {
    if (CLOSING[text[i]]) depth++;
    else if (text[i] === ")" || text[i] === "]") depth--;
    else if (depth === 0 && text.startsWith(separator, i)) {
      parts.push(text.slice(from, i));
      i += separator.length - 1;
      from = i + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.map((p) => p.trim()).filter(Boolean);
}

// {text, notes: [...], count, amount: {label, is, of} | null, here: bool}
export function parseItem(source) {
  let text = source.replaceAll("\u00a0", " ").trim();
  const here = text.startsWith("[") && text.endsWith("]");
  if (here) text = text.slice(1, -1);
  const notes = [];
  let bare = "", i = 0;
  while (i < text.length) {
    const close = CLOSING[text[i]];
    const end = close ? text.indexOf(close, i) : -1;
    if (end > 0) {
      notes.push(text.slice(i + 1, end));
      i = end + 1;
    } else bare += text[i++];
  }
  bare = bare.replace(/\s+/g, " ").trim();
  let count = 1;
  const times = bare.match(/^(.*\S) x(\d+)$/);
  if (times) [bare, count] = [times[1], Number(times[2])];
  const of = bare.match(/^(.*?)\s*(-?\d+) (?:left )?of (\d+)(.*)$/);
  const amount = of ? { label: (of[1] + of[4]).trim(), is: Number(of[2]), of: Number(of[3]) } : null;
  return { text: bare, notes, count, amount, here };
}

// Finds names of things in plain words: `names` maps a lower-case name to what it stands for. The longest wins.
export class Finder {
  constructor(names) {
    this.names = names;
    const all = [...names.keys()].sort((a, b) => b.length - a.length).map((n) => n.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    this.pattern = all.length ? new RegExp(`(?<![\\w-])(${all.join("|")})(?![\\w-])`, "gi") : null;
  }

  // The text in pieces: strings, and {name, thing}.
  pieces(text) {
    if (!this.pattern) return [text];
    const out = [];
    let from = 0;
    for (const found of text.matchAll(this.pattern)) {
      if (found.index > from) out.push(text.slice(from, found.index));
      out.push({ name: found[0], thing: this.names.get(found[0].toLowerCase()) });
      from = found.index + found[0].length;
    }
    if (from < text.length) out.push(text.slice(from));
    return out;
  }

  longest(text) {
    let best = null;
    for (const piece of this.pieces(text)) {
      if (typeof piece !== "string" && (!best || piece.name.length > best.name.length)) best = piece;
    }
    return best;
  }
}

// ---------------------------------------------------------------- actions

// The group that an action belongs to in the menu, and what it is called there: {verb, thing, meaning}.
export function menuOf(sheet, action) {
  const verb = action.name.match(/^[^:>@+]+/)[0];
  const block = sheet.actions.find((b) => b.verb === verb);
  return { verb, block, meaning: block ? block.meaning : "" };
}

// The arguments of an action by name: {args: [[vocabulary, label]...], offset: seats from the decider or null}.
export function argumentsOf(sheet, name) {
  const seat = name.match(/(?:>|^)seat\+(\d+)$/);
  const offset = seat ? Number(seat[1]) : null;
  let rest = name.replace(/>seat\+\d+$/, "");
  const { block } = menuOf(sheet, { name });
  if (!block || block.verb === "seat") return { args: [], offset };
  const [head, ...places] = rest.slice(block.verb.length).split("@");
  const things = head.split(":").filter(Boolean);
  const args = [];
  for (const vocab of block.args) {
    if (vocab === "seat") continue;
    const label = block.places.includes(vocab) ? places.shift() : things.shift();
    if (label !== undefined) args.push([vocab, label]);
  }
  return { args, offset };
}
