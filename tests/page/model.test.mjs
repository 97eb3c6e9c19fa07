// The page's model without a browser: run by test_model.py, which lays down the modules and the positions of all games.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { argumentsOf, Finder, parseItem, split } from "./text.js";
import { attach, changed, concealed, isHidden, menu, panels, PUBLIC, Sheet, thingOf, thingsOf } from "./model.js";
import { hash, sigil } from "./art.js";

const positions = JSON.parse(readFileSync(new URL("./positions.json", import.meta.url)));

test("items are split outside brackets only", () => {
  assert.deepEqual(split("a (1, 2), b [x; y], c", ", "), ["a (1, 2)", "b [x; y]", "c"]);
  assert.deepEqual(split("1 of 3 | [0 of 2]", " | "), ["1 of 3", "[0 of 2]"]);
  assert.deepEqual(split("", ", "), []);
});

test("an item has words, notes, a count, an amount and whether it is here", () => {
  const plain = { notes: [], count: 1, amount: null, here: false };
  assert.deepEqual(parseItem("deep one (2 health) x3"), { ...plain, text: "deep one", notes: ["2 health"], count: 3 });
  assert.deepEqual(parseItem("Insanity 1 of 4").amount, { label: "Insanity", is: 1, of: 4 });
  assert.deepEqual(parseItem("[2 of 3]"), { ...plain, text: "2 of 3", amount: { label: "", is: 2, of: 3 }, here: true });
  assert.equal(parseItem("open ( bracket").text, "open ( bracket");
});

test("the longest name is found, as a whole word", () => {
  const finder = new Finder(new Map([["elder", 1], ["elder sign", 2]]));
  assert.deepEqual(finder.pieces("an Elder Sign, elderly"), ["an ", { name: "Elder Sign", thing: 2 }, ", elderly"]);
  assert.equal(finder.longest("nothing"), null);
});

test("changes make a new position and leave the old one alone", () => {
  const old = { hand: [[1, 0], [0, 2]], round: 1, deck: [5] };
  const now = changed(old, [{ field: "hand", index: [0, 1], to: 3 }, { field: "round", index: [], to: 2 }]);
  assert.deepEqual(now, { hand: [[1, 3], [0, 2]], round: 2, deck: [5] });
  assert.deepEqual(old, { hand: [[1, 0], [0, 2]], round: 1, deck: [5] });
  assert.equal(now.deck, old.deck);
});

test("flags hide cells, whole parts by a single one", () => {
  const fields = { hand: [[1, 0], [0, 2]], deck: [5, 6], open: 3 };
  assert.deepEqual(concealed(fields, { hand: [0, 1], deck: 1 }), { hand: [[1, 0], [null, null]], deck: [null, null], open: 3 });
  assert.ok(isHidden([[null], [null, null]]) && !isHidden([null, 0]));
});

test("a name has one sigil, and names differ", () => {
  assert.equal(sigil("elder_sign"), sigil("elder_sign"));
  assert.notEqual(sigil("elder_sign"), sigil("ghoul"));
  assert.notEqual(hash("ab"), hash("ba"));
});

for (const { name, sheet: data, views, legal, actions } of positions) {
  const sheet = new Sheet(data);

  test(`${name}: every action name comes apart as its declaration says`, () => {
    for (const { name: action, args, offset } of actions) {
      const found = argumentsOf(sheet, action);
      assert.deepEqual([Object.fromEntries(found.args), found.offset], [args, offset], action);
    }
  });

  for (const view of views) {
    const label = `${name}, decision ${view.fields.decisions}, seen by ${view.viewer}`;
    const viewer = view.viewer ?? PUBLIC;

    test(`${label}: there is a panel for each seat, and each has something in it`, () => {
      const list = panels(sheet, view, viewer);
      assert.deepEqual(list.filter((p) => p.seat !== null).map((p) => p.seat), [...Array(sheet.players).keys()]);
      assert.equal(list[0].title, "table");
      for (const panel of list) assert.ok(panel.parts.length, panel.title ?? panel.seat);
    });

    test(`${label}: no card shows out of hidden cells, and every visible hand is shown in full`, () => {
      const things = thingsOf(panels(sheet, view, viewer));
      for (const f of sheet.fields) {
        if (!f.owned || f.seats !== 1 || !f.zone || f.what !== "count" || f.shape.length !== 2 || !sheet.isCards(f.axes[0])) continue;
        for (let p = 0; p < sheet.players; p++) {
          const cells = view.fields[f.name][p];
          const shown = things.filter((t) => t.field === f.name && t.seat === p && t.kind === "card");
          if (cells.every((c) => c === null)) {
            assert.deepEqual(shown, [], f.name);
            const total = sheet.totalOf[f.name];
            const piles = panels(sheet, view, viewer).find((q) => q.seat === p).parts.filter((q) => q.kind === "piles").flatMap((q) => q.parts);
            if (total?.show) assert.equal(piles.find((q) => q.field === f.name)?.size, view.fields[total.name][p], `pile of ${f.name}`);
          }
          else if (f.show) assert.equal(shown.reduce((sum, t) => sum + t.count, 0), cells.reduce((a, b) => a + b, 0), f.name);
        }
      }
    });
  }

  for (const { view, seat, names } of legal) {
    test(`${name}, decision ${view.fields.decisions}: what is legal is in the menu once, and on the cards it names`, () => {
      const list = panels(sheet, view, seat);
      const entries = names.map((n) => ({ name: n }));
      attach(sheet, list, entries, view.fields.seat, seat);
      const listed = menu(sheet, entries).flatMap((g) => g.actions);
      assert.deepEqual(listed.map((e) => e.action.name).sort(), [...names].sort());
      assert.equal(new Set(listed.map((e) => e.number)).size, names.length);
      for (const e of listed) assert.equal(typeof thingOf(sheet, e.action, seat, String).text, "string");
      const things = thingsOf(list);
      for (const { name: action } of entries) {
        const { args } = argumentsOf(sheet, action);
        const on = things.filter((t) => (t.actions ?? []).some((a) => a.name === action));
        for (const t of on) for (const [vocab, l] of args) assert.equal(t.refs[vocab], l, action);
        // A card of one's own hand that a verb about the hand names can be clicked there.
        const inHand = things.filter((t) => t.seat === seat && sheet.field[t.field].owned && args.length === 1 && t.refs?.[args[0][0]] === args[0][1]);
        const { meaning } = sheet.actions.find((b) => b.verb === action.split(/[:>@]/)[0]) ?? {};
        if (inHand.length && /\bhand\b/.test(meaning ?? "")) assert.ok(on.length, action);
      }
    });
  }
}
