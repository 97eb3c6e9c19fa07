// A recorded game, step by step, as anybody at the table saw it, or open.
import { SAY, say, speak, capital, plain } from "./text.js";
import { changed, concealed, isHidden, OPEN, PUBLIC } from "./model.js";
import { move } from "./art.js";
import { h } from "./draw.js";
import { TableView, themeButton } from "./table.js";

// All positions of a replay: [{fields, words, question, ..., events, by, action, fresh}], the first one first. Files hold
// the words of each step that are new only, and no list of actions; what comes from the service is complete.
export function positions(replay) {
  const whole = "actions" in replay.record;
  const out = [];
  for (const message of replay.messages) {
    const before = out[out.length - 1];
    const changes = message.changes ?? [];
    const fields = message.view ? message.view.fields : changed(before.fields, changes, message.rings);
    out.push({ ...message, fields, words: merged(whole ? null : before?.words, message.words) });
  }
  return out;
}

// Words of a step hold what is new only; null is gone.
export function merged(before, news) {
  if (!before || !news) return news ?? before ?? { table: {}, seats: [] };
  const join = (a, b = {}) => Object.fromEntries(Object.entries({ ...a, ...b }).filter(([, said]) => said !== null));
  return { table: join(before.table, news.table), seats: before.seats.map((s, p) => join(s, news.seats[p])) };
}

// What is changed as "field|seat", the way parts are named.
export function freshParts(sheetFields, changes) {
  return new Set(changes.map(({ field, index }) => `${field}|${sheetFields[field]?.seats ? index[0] : ""}`));
}

// A position as one viewer has it: a seat, everybody (PUBLIC) or OPEN.
export function seenBy(sheet, hidden, data, viewer) {
  if (viewer === OPEN) return data;
  let fields = data.fields;
  for (const flags of viewer === PUBLIC ? hidden : [hidden[viewer]]) fields = concealed(fields, flags);
  const kept = (said, value) => Object.fromEntries(Object.entries(said).filter(([name]) => !isHidden(value(name))));
  const words = {
    table: kept(data.words.table ?? {}, (name) => fields[name]),
    seats: (data.words.seats ?? []).map((said, p) => kept(said, (name) => fields[name][p])),
  };
  return { ...data, fields, words, events: data.events.filter((e) => !e.private || e.to === viewer) };
}

const SHOWN = 150; // steps that the log goes back

export class Replay {
  constructor(root, replay) {
    const { sheet, hidden } = replay.catalogue;
    Object.assign(this, { sheet, hidden, all: positions(replay), at: 0, viewer: PUBLIC, timer: null });
    const fields = Object.fromEntries(sheet.fields.map((f) => [f.name, f]));
    replay.messages.forEach((m, k) => (this.all[k].fresh = freshParts(fields, m.changes ?? [])));
    const names = replay.record.seats.map((s, p) => (/^player[_ ]\d+$/.test(s.name) ? say("seat", { n: p }) : `${say("seat", { n: p })} (${s.name})`));
    this.build(root, names);
    this.go(0);
    addEventListener("keydown", (event) => this.key(event));
  }

  build(root, names) {
    const last = this.all.length - 1;
    const tool = (sign, title, onclick) => h("button", { type: "button", class: "tool", title, "aria-label": title, onclick, html: move(sign) });
    this.playing = tool("play", SAY.play, () => this.run(!this.timer));
    this.bar = h("input", { type: "range", min: 0, max: last, value: 0, "aria-label": say("step", { k: 0, n: last }), oninput: (e) => this.go(Number(e.target.value)) });
    this.count = h("output", {});
    this.choice = h(
      "select", { "aria-label": SAY.viewer, onchange: (e) => this.see(e.target.value) },
      h("option", { value: PUBLIC }, capital(SAY.everybody)), names.map((n, p) => h("option", { value: p }, n)), h("option", { value: OPEN }, capital(SAY.open)),
    );
    const tools = [
      h("div", { class: "player", role: "group", "aria-label": SAY.play }, tool("first", SAY.first, () => this.go(0)), tool("back", SAY.back, () => this.go(this.at - 1)), this.playing, tool("next", SAY.next, () => this.go(this.at + 1)), tool("last", SAY.last, () => this.go(last)), this.bar, this.count),
      h("label", { class: "viewer" }, h("span", {}, SAY.viewer), this.choice), themeButton(),
    ];
    this.view = new TableView(root, this.sheet, { names, viewer: PUBLIC, tools, help: SAY.helpReplay });
    this.view.app.classList.add("replay");
    this.view.menuBox.replaceWith(h("p", { class: "keys" }, SAY.helpReplay));
  }

  go(k) {
    this.at = Math.max(0, Math.min(k, this.all.length - 1));
    const data = seenBy(this.sheet, this.hidden, this.all[this.at], this.viewer);
    this.view.viewer = this.viewer;
    this.view.show({ ...data, legal: [] });
    const entries = this.all.slice(Math.max(0, this.at - SHOWN), this.at + 1).map((d) => {
      const events = d.events.filter((e) => !e.private || this.viewer === OPEN || e.to === this.viewer);
      return { by: d.by, action: d.action ? this.told(d) : null, events };
    });
    this.view.clearLog();
    this.view.tell(entries, { aloud: false });
    this.view.announce(data.events.map((e) => e.text));
    this.bar.value = this.at;
    this.bar.setAttribute("aria-label", say("step", { k: this.at, n: this.all.length - 1 }));
    this.count.textContent = `${this.at} / ${this.all.length - 1}`;
    if (this.at === this.all.length - 1) this.run(false);
  }

  // The action in words, with the player meant by a seat counted from the decider.
  told({ action, by }) {
    if (action.text) return action.text;
    return plain(action.name).replace(/seat\+(\d+)/, (all, k) => `player_${(by + Number(k)) % this.sheet.players}`).replace(/[:>@]/g, " ");
  }

  see(viewer) {
    this.viewer = viewer === PUBLIC || viewer === OPEN ? viewer : Number(viewer);
    this.choice.value = viewer;
    this.go(this.at);
  }

  run(on) {
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => this.go(this.at + 1), 900) : null;
    this.playing.innerHTML = move(on ? "pause" : "play");
    this.playing.setAttribute("aria-label", on ? SAY.pause : SAY.play);
  }

  key(event) {
    if (event.target.tagName === "INPUT" && event.key.startsWith("Arrow")) return;
    const inBoard = document.activeElement?.dataset?.nav;
    const does = {
      ArrowLeft: () => this.go(this.at - 1), ArrowRight: () => this.go(this.at + 1), Home: () => this.go(0), End: () => this.go(this.all.length - 1),
      " ": () => this.run(!this.timer), v: () => this.see(this.choice.options[(this.choice.selectedIndex + 1) % this.choice.options.length].value),
    }[event.key];
    if (!does || (inBoard && event.key.startsWith("Arrow")) || /^(SELECT|BUTTON)$/.test(event.target.tagName)) return;
    event.preventDefault();
    does();
  }
}

export function showReplay(root, replay) {
  if (replay.texts) speak(replay.texts); // a file brings them along
  return new Replay(root, replay);
}
