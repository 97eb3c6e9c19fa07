// One table on the page: the panels, the question and its actions, the log, the keys.
import { SAY, say, capital, plain } from "./text.js";
import { disc } from "./art.js";
import { attach, menu, panels, thingOf, Sheet } from "./model.js";
import { Peek, drawPanel, h, rich, says, who } from "./draw.js";

const KEPT = 400; // entries of the log

export class TableView {
  // sheet: what sheet.py tells; names: of the seats; onAct(action) takes a legal action; tools: elements for the head.
  constructor(root, sheet, { names, viewer, onAct = () => {}, tools = [], help = SAY.helpKeys }) {
    this.sheet = new Sheet(sheet);
    this.call(names);
    this.viewer = viewer;
    this.onAct = onAct;
    this.help = help;
    this.legal = [];
    this.bySeat = {};
    this.fresh = new Set();
    this.scores = null;
    this.fields = null;
    this.build(root, tools);
    addEventListener("keydown", (event) => this.key(event));
  }

  build(root, tools) {
    this.status = h("p", { class: "status" });
    this.question = h("div", { class: "question", id: "question", role: "status" });
    this.stage = h("main", { class: "stage", "aria-label": SAY.table });
    this.menuBox = h("div", { class: "menu", role: "group", "aria-label": SAY.actions });
    this.log = h("ol", { class: "log", tabindex: "0", "aria-label": SAY.log });
    this.live = h("div", { class: "sr", "aria-live": "polite", id: "live" });
    this.popover = h("div", { class: "popover", role: "dialog", "aria-modal": "false", hidden: true });
    this.tools = h("div", { class: "tools" }, tools);
    const head = h("header", { class: "top" }, h("div", {}, h("h1", {}, this.sheet.title), this.status), this.tools);
    const side = h("aside", { class: "side", "aria-label": SAY.actions }, h("div", { class: "ask" }, this.question, this.menuBox), h("section", { class: "happened" }, h("h2", {}, SAY.log), this.log));
    this.app = h("div", { class: "app" }, head, this.stage, side, this.live, this.popover);
    root.replaceChildren(this.app);
    this.peek = new Peek(this.app);
    this.app.addEventListener("click", (event) => {
      if (!this.popover.hidden && !this.popover.contains(event.target) && event.target !== this.opener && !this.opener?.contains(event.target)) this.shut();
    });
  }

  // What the seats are called; texts call them so, or player_0, player_1, ...
  call(names) {
    this.names = names;
    const own = [...names].sort((a, b) => b.length - a.length).map((n) => n.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    this.seatPattern = new RegExp(`(${[...own, "player[_ ]\\d+(?: \\(you\\))?"].join("|")})`, "i");
  }

  name(seat) {
    return this.names[seat] ?? say("seat", { n: seat });
  }

  // The seat that a piece of text calls by name, or null.
  seatCalled(text) {
    const numbered = text.match(/^player[_ ](\d+)(?: \(you\))?$/i);
    const seat = numbered ? Number(numbered[1]) : this.names.indexOf(text);
    return seat >= 0 && seat < this.sheet.players ? seat : null;
  }

  // data: {fields, words, question, pending, legal, phase, ending, fresh: Set of "field|seat"}
  show(data) {
    Object.assign(this, { fields: data.fields, words: data.words, legal: data.legal ?? [], fresh: data.fresh ?? new Set(), data });
    this.shut();
    this.peek.hide();
    this.draw();
  }

  draw() {
    const { sheet, fields, words } = this;
    const kept = this.focused();
    const list = panels(sheet, { fields, words }, this.viewer);
    this.bySeat = attach(sheet, list, this.legal, fields.seat, this.viewer);
    const own = list.filter((p) => p.seat !== null && p.seat === this.viewer);
    const rest = list.filter((p) => p.seat !== null && p.seat !== this.viewer);
    const after = (p) => (p.seat - (Number.isInteger(this.viewer) ? this.viewer : 0) + sheet.players) % sheet.players;
    rest.sort((a, b) => after(a) - after(b));
    const shared = h("div", { class: "sharedRow" }, list.filter((p) => p.seat === null).map((p) => drawPanel(p, this)));
    const others = h("div", { class: "others", "data-count": rest.length }, rest.map((p) => drawPanel(p, this)));
    this.stage.replaceChildren(shared, ...own.map((p) => drawPanel(p, this)), others);
    this.drawQuestion();
    this.drawMenu();
    this.status.textContent = [fields.over ? SAY.over : capital(plain(this.data.phase ?? "")), say("decision", { n: fields.decisions + 1 })].filter(Boolean).join(" · ");
    this.refocus(kept);
  }

  drawQuestion() {
    const { question, pending = [], ending } = this.data;
    const mine = question && question.seat === this.viewer;
    this.question.className = "question" + (mine ? " mine" : "");
    if (ending || !question) return this.question.replaceChildren(h("p", {}, h("strong", {}, rich(ending ?? SAY.over, this))));
    const ask = question.text.replace(/^[^:]*: /, "");
    const then = pending.filter((p) => p.text !== question.text).slice(0, 3);
    this.question.replaceChildren(
      h("p", {}, h("span", { class: "asked", html: disc(question.seat) }), h("strong", {}, mine ? SAY.yourTurn : say("waiting", { who: this.name(question.seat) })), h("span", {}, ": ", rich(ask, this))),
      ...(then.length ? [h("p", { class: "then" }, then.map((p) => h("span", {}, SAY.then, " ", rich(p.text, this))))] : []),
    );
  }

  // The legal actions, grouped by verb, each with its number; scores of a hint beside them.
  drawMenu() {
    const decider = this.fields.seat;
    const best = this.scores?.best;
    const button = ({ action, number, meaning }) => {
      const score = this.scores?.of.get(action.name);
      const { text, cards, who: seat } = thingOf(this.sheet, action, decider, (p) => this.name(p));
      const alone = !text;
      const label = alone ? capital(plain(action.name)) : text;
      const node = h(
        "button",
        {
          type: "button", class: "action" + (best === action.name ? " hinted" : ""), title: alone ? meaning : action.text, "data-nav": "menu", "data-action": action.name, "data-key": "menu-" + action.name,
          "aria-label": `${number}. ${this.actionWords(action)}` + (score ? `, ${say("score", { score: score.score.toFixed(2) })}` : ""), onclick: () => this.act(action),
        },
        h("kbd", { "aria-hidden": "true" }, number),
        seat === null ? null : h("span", { class: "asked", html: disc(seat) }),
        h("span", { class: "label" }, label),
        score ? h("span", { class: "score", style: { "--share": Math.max(0, Math.min(1, (score.score + 1) / 2)) } }, score.score.toFixed(2)) : null,
      );
      if (cards.length && this.sheet.isCards(cards[0].vocab) && cards[0].card) this.peek.on(node, cards[0].card);
      return node;
    };
    const group = ({ verb, meaning, actions }) =>
      h("div", { class: "verb", role: "group", "aria-label": verb ? `${plain(verb)}: ${meaning}` : SAY.actions }, verb ? h("h3", { title: meaning }, capital(plain(verb)), h("small", {}, meaning)) : null, h("div", { class: "row" }, actions.map(button)));
    const summary = this.scores?.summary ? h("p", { class: "summary" }, rich(this.scores.summary, this)) : null;
    this.menuBox.replaceChildren(...[summary, ...menu(this.sheet, this.legal).map(group)].filter(Boolean));
  }

  // Scores of a hint: {best: name, summary, of: Map name -> {score, sentence}}; null takes them away.
  hint(scores) {
    this.scores = scores;
    this.hinted = scores?.best ?? null;
    this.draw();
    if (scores?.summary) this.announce([scores.summary]);
  }

  // Text with the seats by their names.
  named(text) {
    return text.replace(/player[_ ](\d+)(?: \(you\))?/g, (all, p) => (Number(p) < this.sheet.players ? this.name(Number(p)) : all));
  }

  actionWords(action) {
    if (action.text) return capital(this.named(action.text));
    const { text } = thingOf(this.sheet, action, this.fields.seat, (p) => this.name(p));
    return capital(plain(action.name.match(/^[^:>@+]+/)[0])) + (text ? " " + text : "");
  }

  act(action) {
    this.typed = "";
    this.shut();
    this.peek.hide();
    this.scores = this.hinted = null;
    this.onAct(action);
  }

  // A thing was clicked: take its only action, or ask which; a finger is shown the card first.
  take(event, thing, actions) {
    event.stopPropagation();
    if (actions.length === 1 && !this.peek.touch) return this.act(actions[0]);
    const choice = (action) => h("button", { type: "button", class: "action", "data-nav": "popover", "data-action": action.name, onclick: () => this.act(action) }, this.actionWords(action));
    this.open(event.currentTarget, null, [thing.card ? h("div", { class: "reading" }, says(thing.card)) : null, ...actions.map(choice)]);
  }

  open(opener, title, inside) {
    this.peek.hide();
    this.opener = opener;
    const close = h("button", { type: "button", class: "close", "aria-label": SAY.close, onclick: () => this.shut() }, "×");
    this.popover.replaceChildren(...[close, title ? h("h3", {}, title) : null, h("div", { class: "row" }, inside)].filter(Boolean));
    this.popover.setAttribute("aria-label", title ?? SAY.actions);
    this.popover.hidden = false;
    const at = opener.getBoundingClientRect(), me = this.popover.getBoundingClientRect();
    this.popover.style.left = Math.max(6, Math.min(at.left, innerWidth - me.width - 6)) + "px";
    const below = at.bottom + 6;
    this.popover.style.top = Math.max(6, below + me.height > innerHeight ? Math.min(at.top - me.height - 6, innerHeight - me.height - 6) : below) + "px";
    (this.popover.querySelector("[data-nav]") ?? close).focus();
  }

  shut() {
    if (this.popover.hidden) return false;
    const inside = this.popover.contains(document.activeElement);
    this.popover.hidden = true;
    if (inside) this.opener?.focus();
    return true;
  }

  // ---------------------------------------------------------------- the log

  // entries: {by: seat or null, action: words or null, events: [{text, private}]}; newest last.
  tell(entries, { aloud = true } = {}) {
    const heard = [];
    for (const { by, action, events } of entries) {
      if (action) this.log.append(h("li", { class: "act" }, who(by, this), h("span", {}, rich(action, this))));
      for (const event of events) {
        this.log.append(h("li", { class: event.private ? "event private" : "event" }, event.private ? h("em", {}, event.to === this.viewer ? SAY.only : say("onlyOne", { who: this.name(event.to) }), ": ") : null, h("span", {}, rich(event.text, this))));
        heard.push(this.named(event.text));
      }
    }
    while (this.log.children.length > KEPT) this.log.firstChild.remove();
    this.log.scrollTop = this.log.scrollHeight;
    if (aloud) this.announce(heard);
  }

  clearLog() {
    this.log.replaceChildren();
  }

  announce(lines) {
    this.live.textContent = lines.slice(-8).join(". ");
  }

  // ---------------------------------------------------------------- keys and focus

  focused() {
    const node = document.activeElement;
    return node && this.app.contains(node) ? { key: node.dataset.key, nav: node.dataset.nav } : null;
  }

  refocus(kept) {
    // Who was among the actions stays there; while there are none, until there are some again.
    const wanted = kept ?? this.wanted;
    if (!wanted || (document.activeElement !== document.body && this.app.contains(document.activeElement))) return;
    const same = wanted.key && this.app.querySelector(`[data-key="${CSS.escape(wanted.key)}"]`);
    const first = same || this.menuBox.querySelector("button");
    first?.focus({ preventScroll: true });
    this.wanted = first ? null : wanted;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (!document.body.contains(this.app)) return;
    if (event.key === "Escape" && this.shut()) return event.preventDefault();
    if (/^[0-9]$/.test(event.key)) return this.number(event);
    const moves = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const group = document.activeElement?.dataset?.nav;
    if (moves[event.key] && group) {
      const all = [...this.app.querySelectorAll(`[data-nav="${group}"]`)].filter((n) => n.offsetParent);
      const k = all.indexOf(document.activeElement);
      all[(k + moves[event.key] + all.length) % all.length]?.focus();
      event.preventDefault();
    }
    if (event.key === "l") this.log.focus();
    if (event.key === "?") this.announce([this.help]);
  }

  // Digits point at an action by its number (one digit after another makes a longer number); Enter takes it.
  number(event) {
    const buttons = [...this.menuBox.querySelectorAll("button.action")];
    const longer = Number(`${this.typed ?? ""}${event.key}`);
    const n = longer >= 1 && longer <= buttons.length ? longer : Number(event.key);
    this.typed = n;
    buttons[n - 1]?.focus();
    event.preventDefault();
  }
}

// Light or dark: as the system has it until somebody chooses; kept for this browser.
export function themeButton() {
  const kept = () => {
    try {
      return localStorage.getItem("elderzoo-theme");
    } catch {
      return null; // a page from a file may have no storage
    }
  };
  const set = (theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
    try {
      if (theme) localStorage.setItem("elderzoo-theme", theme);
    } catch {
      return;
    }
  };
  set(kept());
  const dark = () => (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  return h("button", { type: "button", class: "tool", title: SAY.theme, "aria-label": SAY.theme, onclick: () => set(dark() ? "light" : "dark") }, "◐");
}
