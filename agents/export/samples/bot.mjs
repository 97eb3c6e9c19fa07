// The agent of this folder in JavaScript: needs onnxruntime-web, in a browser or under Node.
//   const bot = await Bot.load(new URL("./", import.meta.url));
//   await bot.choose(view, ["play:a", "pass"]);   // the name of one of the legal actions
// Run as a program it checks the folder: node bot.mjs
import * as ort from "onnxruntime-web";

ort.env.wasm.numThreads = 1; // more need a page that is isolated from others

// A file beside this one: over the network in a browser, from the disk under Node.
async function read(base, name) {
  const url = new URL(name, base);
  if (url.protocol === "file:") return (await import("node:fs/promises")).readFile(url);
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}

const json = async (base, name) => JSON.parse(new TextDecoder().decode(await read(base, name)));

// view: what one seat may know, as in golden.json: {seat, fields: {name: nested lists, null: hidden}}.
export class Bot {
  static async load(base) {
    const layout = await json(base, "layout.json");
    const session = await ort.InferenceSession.create(await read(base, layout.model.file), { executionProviders: ["wasm"] });
    return new Bot(layout, session);
  }

  constructor(layout, session) {
    Object.assign(this, { layout, session, ids: new Map(layout.actions.map((name, k) => [name, k])) });
  }

  // The observation: every field at its place, seats counted from the one that looks.
  encode(view) {
    const { players, observation } = this.layout, { seat, fields } = view;
    const obs = new Float32Array(observation.size);
    for (const f of observation.fields) {
      let at = f.start;
      const put = (value, axis, turned) => {
        if (axis === f.shape.length) {
          const kind = Array.isArray(f.kind) ? f.kind[(at - f.start) % f.kind.length] : f.kind;
          const shown = value ?? f.empty;
          obs[at++] = kind === "seat" && shown >= 0 ? (shown - seat + players) % players : shown;
          return;
        }
        for (let i = 0; i < f.shape[axis]; i++) {
          const gone = value === null || (turned && i >= players);
          put(gone ? null : value[turned ? (seat + i) % players : i], axis + 1, false);
        }
      };
      const value = fields[f.field];
      const own = f.owner < 0 ? value : f.owner < players ? value[(seat + f.owner) % players] : null;
      put(own, 0, f.owner >= 0 && f.seat_axes === 2);
    }
    return obs;
  }

  // 1 for each legal action.
  mask(legal) {
    const mask = new Float32Array(this.layout.actions.length);
    for (const name of legal) mask[this.ids.get(name)] = 1;
    return mask;
  }

  // Logits, those of illegal actions layout.model.illegal_logit, and the value or null.
  async think(obs, mask) {
    const { logits, value } = await this.session.run({
      obs: new ort.Tensor("float32", Float32Array.from(obs), [1, obs.length]),
      mask: new ort.Tensor("float32", Float32Array.from(mask), [1, mask.length]),
    });
    return { logits: logits.data, value: value ? value.data[0] : null };
  }

  // The likeliest legal action, or one drawn with its probability: temperature 1 as trained, less is sharper.
  async choose(view, legal, temperature = 0) {
    const { logits } = await this.think(this.encode(view), this.mask(legal));
    const ids = legal.map((name) => this.ids.get(name));
    const best = ids.reduce((a, b) => (logits[b] > logits[a] ? b : a));
    if (temperature <= 0) return this.layout.actions[best];
    const weights = ids.map((a) => Math.exp((logits[a] - logits[best]) / temperature));
    let drawn = Math.random() * weights.reduce((a, b) => a + b);
    return this.layout.actions[ids.find((a, k) => (drawn -= weights[k]) < 0) ?? best];
  }
}

// Compare every golden pair; gives how many differ.
export async function check(base) {
  const { pairs, tolerance } = await json(base, "golden.json"), bot = await Bot.load(base);
  let wrong = 0;
  for (const pair of pairs) {
    const { logits, value } = await bot.think(pair.obs, pair.mask);
    const near = (got, wanted) => Math.abs(got - wanted) <= tolerance * Math.max(1, Math.abs(wanted));
    const legal = bot.layout.actions.filter((name, k) => pair.mask[k]);
    const same = bot.encode(pair.view).every((x, k) => x === pair.obs[k]) && (await bot.choose(pair.view, legal)) === pair.action;
    if (!same || !pair.logits.every((x, k) => near(logits[k], x)) || !near(value ?? 0, pair.value ?? 0)) wrong++;
  }
  console.log(`${pairs.length} pairs, ${wrong} differ`);
  return wrong;
}

if (globalThis.process?.argv[1] && import.meta.url === (await import("node:url")).pathToFileURL(process.argv[1]).href) {
  process.exitCode = (await check(new URL("./", import.meta.url))) > 0 ? 1 : 0;
}
