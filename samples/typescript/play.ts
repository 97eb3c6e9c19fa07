// Plays a game at random against bots of the service, with types made from its OpenAPI document:
//   npm install && npm run types && npm run build && node built/play.js http://127.0.0.1:8000 age_of_madness-v0
import type { components, paths } from "./elderzoo";

declare const process: { argv: string[] };

type Schemas = components["schemas"];
type Post<P extends keyof paths> = Extract<paths[P]["post"], object>;
type Body<P extends keyof paths> =
  Post<P> extends { requestBody: { content: { "application/json": infer B } } } ? B : never;
type Answer<P extends keyof paths> =
  Post<P> extends { responses: { 200: { content: { "application/json": infer A } } } } ? A : never;

const [server = "http://127.0.0.1:8000", game = "age_of_madness-v0"] = process.argv.slice(2);

async function post<P extends keyof paths>(path: P, body: Body<P>, session = ""): Promise<Answer<P>> {
  const response = await fetch(server + path.replace("{session}", session), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(((await response.json()) as Schemas["Error"]).detail);
  return (await response.json()) as Answer<P>;
}

const created = await post("/v1/sessions", { game, type: "create" });
const { session, token } = created;
let last: Schemas["PositionAnswer"] | Schemas["Step"] = created.messages[0];
let acts = 0;
while (!last.over) {
  const wait_ms = 20_000;
  const told: Schemas["ActedAnswer"] | Schemas["MessagesAnswer"] =
    last.legal.length > 0
      ? await post("/v1/sessions/{session}/act", { type: "act", session, token, action: chosen(last.legal), wait_ms }, session)
      : await post("/v1/sessions/{session}/poll", { type: "poll", session, token, after: last.seq, wait_ms }, session);
  acts += told.type === "acted" ? 1 : 0;
  last = told.messages[told.messages.length - 1] ?? last;
}
console.log(JSON.stringify({ game, acts, seq: last.seq, returns: last.returns, ending: last.ending }));

function chosen(legal: Schemas["Action"][]): string {
  return legal[Math.floor(Math.random() * legal.length)].name;
}
