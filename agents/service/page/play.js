// The way in, and a game against bots over the protocol.
import { SAY, say, speak, capital, plain } from "./text.js";
import { HUES, sigil } from "./art.js";
import { changed, OPEN, PUBLIC } from "./model.js";
import { h } from "./draw.js";
import { TableView, themeButton } from "./table.js";
import { freshParts, showReplay } from "./replay.js";
import { Client } from "./client.js";

const PACES = { slow: 1200, normal: 500, fast: 0 }; // milliseconds a step
const ASKED = new URLSearchParams(location.search); // ?lang=de, ?pace=fast, ?hint=level, ?think=milliseconds
const HINT = { level: Number(ASKED.get("hint") ?? 8), budget_ms: Number(ASKED.get("think") ?? 1500), top: 50 };
const STORED = "elderzoo-session";
let lang = "en";

const kept = {
  get: () => JSON.parse(sessionStorage.getItem(STORED) ?? "null"),
  set: (value) => (value ? sessionStorage.setItem(STORED, JSON.stringify(value)) : sessionStorage.removeItem(STORED)),
};

// ------------------------------------------------------------------ the way in

export async function welcome(root) {
  const client = new Client();
  const [{ games }, bots, hello] = await Promise.all([client.get("/v1/games"), client.get("/v1/bots"), client.get("/v1")]);
  document.title = SAY.title;
  const form = h("form", { class: "welcome", "aria-label": SAY.start });
  const trouble = h("p", { class: "trouble", role: "alert", hidden: true });
  const choices = games.map((g, k) =>
    h("label", { class: "gameChoice", style: { "--hue": hueOfGame(k) } },
      h("input", { type: "radio", name: "game", value: g.id, checked: k === 0, onchange: () => settings() }), h("span", { class: "art", html: sigil(g.title) }),
      h("b", {}, g.title), h("span", {}, g.summary), h("small", {}, `${g.seats[0]}–${g.seats[1]} · ${g.kind === "team" ? SAY.joint : SAY.versus}`)),
  );
  const box = h("div", { class: "settings" });
  const start = h("button", { class: "start", type: "submit" }, SAY.start);
  const go = async (event) => {
    event.preventDefault();
    start.disabled = true;
    trouble.hidden = true;
    try {
      await play(root, asked(form, hello.debug));
    } catch (problem) {
      trouble.textContent = problem.message;
      trouble.hidden = false;
      start.disabled = false;
    }
  };
  const settings = () => box.replaceChildren(...fieldsOf(games.find((g) => g.id === form.elements.game.value), bots, hello, form));
  form.addEventListener("submit", go);
  form.append(h("header", { class: "top" }, h("h1", {}, "ElderZoo"), themeButton()), h("p", {}, SAY.tagline), h("fieldset", { class: "games" }, h("legend", { class: "sr" }, SAY.game), choices), box, trouble, start);
  root.replaceChildren(form);
  settings();
}

const hueOfGame = (k) => HUES[(3 * k + 4) % HUES.length];

function fieldsOf(game, bots, hello, form) {
  const [least, most] = game.seats;
  const select = (name, options, chosen, onchange) => h("select", { name, onchange }, options.map(([value, text]) => h("option", { value, selected: String(value) === String(chosen) }, text)));
  const field = (label, control) => h("label", {}, label, control);
  const levels = (bots.levels[game.id] ?? []).map((l) => [`level=${l.level}`, `${say("level", { n: l.level })} · ${l.bot}`]);
  const named = bots.bots.filter((b) => b.games.includes(game.id) && b.pattern === b.name).map((b) => [`bot=${b.name}`, b.name]);
  const options = game.options.filter((o) => o.choices.length > 1);
  const seats = select("players", range(least, most), game.default_seats, () => seatField.replaceChildren(SAY.yourSeat, mine()));
  const mine = () => select("sit", [["random", SAY.random], ...range(0, Number(seats.value) - 1).map(([p]) => [p, say("seat", { n: p })]), ["", SAY.watch]], 0);
  const seatField = field(SAY.yourSeat, mine());
  return [
    field(SAY.seats, seats), seatField, field(SAY.opponents, select("opponents", [...levels, ...named], `level=${bots.default_level}`)),
    field(SAY.seed, h("input", { name: "seed", inputmode: "numeric", pattern: "[0-9]{1,18}", placeholder: SAY.random })),
    hello.debug ? h("label", { class: "inline" }, h("input", { type: "checkbox", name: "debug" }), SAY.debug) : null,
    options.length ? h("details", {}, h("summary", {}, SAY.rules), h("div", {}, options.map((o) => h("label", { title: o.meaning }, capital(plain(o.name)), select("rule:" + o.name, o.choices.map((c) => [JSON.stringify(c), plain(String(c))]), JSON.stringify(o.default)))))) : null,
  ].filter(Boolean);
}

const range = (from, to) => Array.from({ length: Math.max(to - from + 1, 0) }, (_, k) => [from + k, from + k]);

// The request that the form makes.
function asked(form, debug) {
  const value = (name) => form.elements[name]?.value;
  const players = Number(value("players"));
  const sit = value("sit") === "" ? null : value("sit") === "random" ? Math.floor(Math.random() * players) : Number(value("sit"));
  const [kind, name] = value("opponents").split("=");
  const bot = kind === "level" ? { kind: "bot", level: Number(name) } : { kind: "bot", bot: name };
  const options = {};
  for (const control of form.querySelectorAll("select[name^='rule:']")) options[control.name.slice(5)] = JSON.parse(control.value);
  const request = { game: value("game"), players, options, sit, debug: Boolean(debug && form.elements.debug?.checked) };
  request.seats = Array.from({ length: players }, (_, p) => (p === sit ? { kind: "human" } : { ...bot }));
  if (value("seed")) request.seed = Number(value("seed"));
  return request;
}

// ------------------------------------------------------------------ a game

const INCLUDE = ["words"];

// Sits down at a new table (`request`), or at one that was left (`ticket`: session, token, game...).
export async function play(root, request, ticket = null) {
  const client = new Client({ lang });
  try {
    const seated = ticket
      ? await client.request("resume", { session: ticket.session, token: ticket.token, include: INCLUDE })
      : await client.request("create", { ...request, include: INCLUDE, id: crypto.randomUUID?.() ?? `page-${Date.now()}-${Math.random()}` });
    const { game, players, options } = seated.table;
    const query = new URLSearchParams({ players, options: JSON.stringify(options), include: "sheet", lang });
    const { sheet } = await client.get(`/v1/games/${game}?${query}`);
    return new Play(root, client, seated, sheet, ticket?.token ?? seated.token);
  } catch (problem) {
    client.close();
    throw problem;
  }
}

class Play {
  constructor(root, client, seated, sheet, token) {
    Object.assign(this, { root, client, sheet, token, session: seated.session, seat: seated.seat, seq: -1, queue: [], now: null, open: null, busy: false });
    this.fieldOf = Object.fromEntries(sheet.fields.map((f) => [f.name, f]));
    this.pace = PACES[ASKED.get("pace") ?? "normal"] ?? PACES.normal;
    kept.set({ session: this.session, token });
    client.onPush = (message) => this.pushed(message);
    client.onState = (state) => this.connection(state);
    const tool = (text, onclick, extra = {}) => h("button", { type: "button", class: "tool", onclick, ...extra }, text);
    const paces = h("select", { "aria-label": SAY.speed, onchange: (e) => (this.pace = PACES[e.target.value]) }, Object.keys(PACES).map((name) => h("option", { value: name, selected: PACES[name] === this.pace }, SAY[`pace.${name}`])));
    this.hintButton = tool(SAY.hint, () => this.hint(), { title: "H" });
    this.openButton = seated.table.debug ? tool(SAY.openView, () => this.see(!this.open), { "aria-pressed": "false" }) : null;
    const tools = [this.seat === null ? null : this.hintButton, this.openButton, h("label", { class: "viewer" }, h("span", {}, SAY.speed), paces), tool(SAY.newGame, () => this.leave()), themeButton()];
    this.view = new TableView(root, sheet, { names: this.names(seated.table), viewer: this.seat ?? PUBLIC, onAct: (action) => this.act(action), tools: tools.filter(Boolean) });
    document.title = sheet.title;
    this.trouble = h("p", { class: "trouble", role: "alert", hidden: true });
    this.view.app.append(this.trouble);
    addEventListener("keydown", (this.keys = (event) => event.key === "h" && !event.ctrlKey && !event.metaKey && !/^(INPUT|SELECT)$/.test(event.target.tagName) && this.hint()));
    for (const message of seated.messages) this.pushed(message);
  }

  names(table) {
    return table.seats.map((s, p) => s.name ?? (p === this.seat ? `${say("seat", { n: p })} (${SAY.you})` : `${say("seat", { n: p })} (${s.level ? say("level", { n: s.level }) : (s.bot ?? s.kind)})`));
  }

  pushed(message) {
    if (message.session && message.session !== this.session) return;
    if (message.type === "table") this.view.call(this.names(message.table));
    if (message.type === "position" || message.type === "step") {
      this.queue.push(message);
      this.drain();
    }
  }

  // Shows what has come, one step after the other at the chosen pace.
  drain() {
    if (this.timer || !this.queue.length) return;
    const message = this.queue.shift();
    if (message.type === "step" && message.seq !== this.seq + 1) {
      if (message.seq > this.seq) this.resync();
      return this.drain();
    }
    this.take(message);
    const own = message.by === this.seat || message.type === "position";
    const pause = this.queue.length && !own ? this.pace : 0;
    if (pause)
      this.timer = setTimeout(() => {
        this.timer = null;
        this.drain();
      }, pause);
    else this.drain();
  }

  take(message) {
    const step = message.type === "step";
    const fields = step ? changed(this.now.fields, message.changes, message.rings) : message.view.fields;
    this.seq = message.seq;
    this.now = { ...message, fields, fresh: freshParts(this.fieldOf, step ? message.changes : []) };
    this.busy = false;
    const mine = message.action && message.by === this.seat ? message.action.text : null;
    this.draw();
    this.view.tell([{ by: message.by ?? null, action: mine, events: message.events }]);
    const asks = message.question?.seat === this.seat && message.legal.length;
    if (asks) this.view.announce([...message.events.slice(-6).map((e) => this.view.named(e.text)), `${SAY.yourTurn}: ${message.question.text.replace(/^[^:]*: /, "")}`]);
    this.hintButton.disabled = !asks;
    if (message.over) this.ended(message);
    if (this.open) this.see(true);
  }

  draw() {
    // While more steps wait to be shown, what may be done is not asked yet.
    const legal = this.queue.length || this.busy ? [] : this.now.legal;
    this.view.viewer = this.open ? OPEN : (this.seat ?? PUBLIC);
    const shown = this.open ? { ...this.now, fields: this.open.fields, words: this.open.words } : this.now;
    this.view.show({ ...shown, legal });
    this.view.app.dataset.seq = this.seq;
    this.view.app.dataset.state = this.now.over ? "over" : legal.length ? "asked" : "waiting";
  }

  async act(action) {
    if (this.busy) return;
    this.busy = true;
    this.hintButton.disabled = true;
    this.view.app.dataset.state = "waiting";
    try {
      await this.client.request("act", { session: this.session, token: this.token, action: action.name, seq: this.seq });
    } catch (problem) {
      this.busy = false;
      this.tell(problem.message);
      this.resync();
    }
  }

  async hint() {
    if (this.hintButton.disabled) return;
    const at = this.seq;
    this.hintButton.disabled = true;
    this.hintButton.textContent = SAY.thinking;
    try {
      const told = await this.client.request("hint", { session: this.session, token: this.token, ...HINT });
      const of = new Map((told.scores ?? []).map((s) => [s.action.name, s]));
      const sentence = of.get(told.action.name)?.sentence ?? "";
      const summary = told.summary ?? (sentence || `${say("hintOf", { bot: told.bot })} ${told.action.text}`);
      if (this.seq === at && !this.busy) this.view.hint({ best: told.action.name, summary, of });
    } catch (problem) {
      this.tell(problem.message);
    }
    this.hintButton.textContent = SAY.hint;
    this.hintButton.disabled = !this.now.legal.length;
  }

  // Everybody's cards, at a table opened for that.
  async see(open) {
    this.openButton.setAttribute("aria-pressed", String(open));
    this.openButton.textContent = open ? SAY.closedView : SAY.openView;
    try {
      const seen = open ? await this.client.request("open", { session: this.session, token: this.token, include: INCLUDE }) : null;
      this.open = seen && { fields: seen.view.fields, words: seen.words ?? this.now.words };
      this.draw();
    } catch (problem) {
      this.tell(problem.message);
    }
  }

  ended() {
    const again = h("button", { type: "button", class: "start", onclick: () => this.leave() }, SAY.again);
    const watch = h("button", { type: "button", class: "tool", onclick: () => this.rerun() }, SAY.rerun);
    this.view.menuBox.replaceChildren(h("div", { class: "row" }, again, " ", watch));
  }

  // The finished game from its beginning, with all cards open if wanted.
  async rerun() {
    try {
      const { replay } = await this.client.request("record", { session: this.session, token: this.token, replay: true, include: INCLUDE });
      replay.catalogue.sheet ??= this.sheet;
      this.quit();
      showReplay(this.root, replay);
    } catch (problem) {
      this.tell(problem.message);
    }
  }

  async resync() {
    try {
      const seated = await this.client.request("resume", { session: this.session, token: this.token, include: INCLUDE });
      this.queue = [];
      for (const message of seated.messages) this.pushed(message);
    } catch (problem) {
      this.tell(problem.message);
    }
  }

  connection(state) {
    if (state === "lost") this.tell(SAY.reconnecting);
    else if (this.seq >= 0) {
      this.trouble.hidden = true;
      this.busy = false;
      this.client.request("resume", { session: this.session, token: this.token, after: this.seq, include: INCLUDE }).then(
        (seated) => {
          for (const message of seated.messages) this.pushed(message);
          if (this.now) this.draw();
        },
        (problem) => this.tell(problem.message),
      );
    }
  }

  tell(text) {
    this.trouble.textContent = text;
    this.trouble.hidden = false;
    clearTimeout(this.hiding);
    if (text !== SAY.reconnecting) this.hiding = setTimeout(() => (this.trouble.hidden = true), 6000);
  }

  quit() {
    kept.set(null);
    removeEventListener("keydown", this.keys);
    clearTimeout(this.timer);
    this.client.close();
  }

  leave() {
    this.quit();
    welcome(this.root);
  }
}

// ------------------------------------------------------------------ begin

const root = document.getElementById("root");

// The language asked for, or else the first of the browser's that the service speaks.
async function speakTo(client) {
  const { languages } = await client.get("/v1");
  lang = [ASKED.get("lang"), ...navigator.languages.map((l) => l.split("-")[0])].find((l) => languages.includes(l)) ?? "en";
  speak((await client.get(`/v1/texts/${lang}`)).texts);
  document.documentElement.lang = lang;
}

async function begin() {
  await speakTo(new Client());
  const ticket = kept.get();
  if (ticket) {
    try {
      return await play(root, null, ticket);
    } catch {
      kept.set(null);
    }
  }
  return welcome(root);
}

begin().catch((problem) => root.replaceChildren(h("p", { class: "trouble", role: "alert" }, problem.message)));
