// A small host with a loop of its own, to try RemoteBot in: `node host.mjs [server] [game] [seats] [seed]`. Its rules are a
// session of the service in which the host sits on every seat, so that it holds each seat's view, as a server of a real
// framework would; the bots are asked one move at a time and know nothing of the session.
import { RemoteBot } from "./remote-bot.js";

const [server = "http://127.0.0.1:8000", game = "age_of_madness-v0", seats = "2", seed = "7"] = process.argv.slice(2);
const players = Number(seats);

async function post(path, message) {
  const answer = await (await fetch(server + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(message) })).json();
  if (answer.type === "error") throw new Error(`${answer.code}: ${answer.detail}`);
  return answer;
}

// The table: seat 0 creates it, the others join by its invitation.
const open = Array.from({ length: players }, (_, p) => (p ? { kind: "open" } : { kind: "human", name: "host" }));
const created = await post("/v1/sessions", { game, players, seed: Number(seed), sit: 0, seats: open });
const tokens = [created.token];
for (let p = 1; p < players; p++) tokens.push((await post(`/v1/sessions/${created.session}/join`, { invite: created.invite, seat: p, name: "host" })).token);
const position = (p) => post(`/v1/sessions/${created.session}/position`, { token: tokens[p] });

const bots = Array.from({ length: players }, (_, p) =>
  new RemoteBot({ server, game, players, level: p ? 6 : 2, seed: Number(seed) + 100 * p, view: (G, ctx, seat) => G[seat].view, legal: (G, ctx, seat) => G[seat].legal.map((a) => a.name) }));

let turn = 0;
for (;;) {
  const G = await Promise.all(tokens.map((_, p) => position(p)));
  const ctx = { numPlayers: players, turn, currentPlayer: String(G[0].to_decide), gameover: G[0].over ? { returns: G[0].returns, ending: G[0].ending } : undefined };
  if (ctx.gameover) {
    console.log(JSON.stringify({ moves: turn, ...ctx.gameover }));
    break;
  }
  const { action } = await bots[ctx.currentPlayer].play({ G, ctx }, ctx.currentPlayer);
  const { type, args, playerID } = action.payload;
  if (type !== "act" || playerID !== ctx.currentPlayer) throw new Error(`not a move of this host: ${JSON.stringify(action)}`);
  await post(`/v1/sessions/${created.session}/act`, { token: tokens[Number(playerID)], action: args[0] });
  turn++;
}
