// A bot for JavaScript frameworks that ask `await bot.play({ G, ctx }, playerID)`, as boardgame.io does. The move comes
// from an ElderZoo service (`elderzoo serve`); no other package is needed.
//
//   const bot = new RemoteBot({ game: "cultistorm-v0", players: 3, level: 6, view: (G, ctx, seat) => G.views[seat] });
//   const { action, metadata } = await bot.play({ G, ctx }, "1");      // action: { type: "MAKE_MOVE", payload: {...} }
//
// Many frameworks hand a bot the whole of G. `view` is where you decide what leaves your program: give the public fields
// and those of `seat`, and null for every other cell. A view with hidden cards in it is refused by the service.

export class RemoteBot {
  // view(G, ctx, seat): what that seat sees, in the form of the protocol ({identity, seat, fields}).
  // legal(G, ctx, seat): the moves your host allows, by name; the service answers with the difference if its rules differ.
  // move(action): the host's move and arguments for an action {id, name, args}; by default the move "act" with its name.
  constructor({ server = "http://127.0.0.1:8000", game, players, options = {}, level, bot, seed = 0, budget_ms, view, legal = () => undefined, move = (action) => ["act", [action.name]], retries = 2, fetch: fetcher = globalThis.fetch }) {
    if (!game || !view) throw new TypeError("RemoteBot needs `game` and `view`");
    Object.assign(this, { server, game, players, options, level, bot, seed, budget_ms, view, legal, move, retries, fetcher, count: 0 });
  }

  async play({ G, ctx }, playerID) {
    const seat = Number(playerID);
    const request = {
      type: "move", id: `${this.seed}-${seat}-${this.count++}`, game: this.game, players: this.players ?? ctx.numPlayers, options: this.options, seat,
      view: this.view(G, ctx, seat), legal: this.legal(G, ctx, seat), level: this.level, bot: this.bot, seed: this.seed + this.count, budget_ms: this.budget_ms, explain: false,
    };
    const answer = await this.send(request);
    const [type, args] = this.move(answer.action);
    return { action: { type: "MAKE_MOVE", payload: { type, args, playerID } }, metadata: answer };
  }

  // A busy service is asked again when it says so; everything else it refuses is an error with its own words.
  async send(request) {
    for (let attempt = 0; ; attempt++) {
      const response = await this.fetcher(`${this.server}/v1/move`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) });
      const answer = await response.json();
      if (answer.type !== "error") return answer;
      if (response.status !== 429 || attempt >= this.retries) throw Object.assign(new Error(`${answer.code}: ${answer.detail}`), { code: answer.code, answer });
      await new Promise((resolve) => setTimeout(resolve, 1000 * (answer.retry_after ?? 1)));
    }
  }
}
