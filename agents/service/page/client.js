// The protocol over one WebSocket: requests that are answered, messages that are pushed, and coming back after a loss.

export class Client {
  // onPush(message) for steps and news of the table; onState("open" | "lost") of the connection.
  constructor({ base = location.origin, lang = "en", onPush = () => {}, onState = () => {} } = {}) {
    Object.assign(this, { base, lang, onPush, onState, waiting: new Map(), serial: 0, attempts: 0, closed: false, welcome: null });
  }

  // A GET over HTTP: an answer of the protocol, or an Error with its detail.
  async get(path) {
    const response = await fetch(this.base + path);
    const message = await response.json();
    if (message.type === "error") throw new ProtocolError(message);
    return message;
  }

  connect() {
    this.closed = false;
    this.opening ??= new Promise((resolve, reject) => {
      const socket = new WebSocket(this.base.replace(/^http/, "ws") + "/v1/ws");
      socket.onopen = () => {
        this.attempts = 0;
        this.socket = socket;
        resolve(socket);
        this.onState("open");
      };
      socket.onmessage = (event) => this.receive(JSON.parse(event.data));
      socket.onerror = () => reject(new Error("no connection"));
      socket.onclose = () => this.lost();
    });
    return this.opening;
  }

  async request(type, fields = {}) {
    const socket = await this.connect();
    const id = fields.id ?? `page-${Date.now().toString(36)}-${++this.serial}`;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    socket.send(JSON.stringify({ lang: this.lang, ...fields, type, id }));
    return answer;
  }

  receive(message) {
    const asked = this.waiting.get(message.re);
    if (!asked) return this.onPush(message);
    this.waiting.delete(message.re);
    if (message.type === "error") asked.reject(new ProtocolError(message));
    else asked.resolve(message);
  }

  lost() {
    this.opening = this.socket = null;
    for (const { reject } of this.waiting.values()) reject(new Error("the connection is lost"));
    this.waiting.clear();
    if (this.closed) return;
    this.onState("lost");
    const wait = Math.min(500 * 2 ** this.attempts++, 8000);
    setTimeout(() => this.closed || this.connect().catch(() => {}), wait);
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}

export class ProtocolError extends Error {
  constructor(message) {
    super(message.detail ?? message.title ?? message.code);
    this.code = message.code;
    this.field = message.field;
  }
}
