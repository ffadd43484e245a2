import type { PageLife, Suspension } from "./page-life.js";
import type { ShardTask } from "./shard-task.js";

/** A WebSocket without a network. */
export class StubSocket extends EventTarget {
  static readonly OPEN = 1;
  static last: StubSocket;
  /** Called with each new one. */
  static onNew: (socket: StubSocket) => void = () => undefined;
  /** Called for each text that is sent. */
  onSend: (text: string) => void = () => undefined;
  readonly sent: string[] = [];
  readonly closedWith: (number | undefined)[] = [];
  readyState = 0;
  binaryType = "blob";

  constructor(address: string) {
    super();
    if (!address.startsWith("ws")) {
      throw new DOMException("not an address", "SyntaxError");
    }
    StubSocket.last = this;
    StubSocket.onNew(this);
  }

  send(text: string): void {
    this.sent.push(text);
    this.onSend(text);
  }

  close(code?: number): void {
    if (code !== undefined && code !== 1000 && code < 3000) {
      throw new DOMException("not a code for pages", "InvalidAccessError");
    }
    this.closedWith.push(code);
  }

  open(): void {
    this.readyState = StubSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  receive(data: string | ArrayBuffer): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }

  end(code: number, reason: string): void {
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason }));
  }
}

/** A page whose life the test decides. */
export class StubLife implements PageLife {
  slept = false;
  stops = 0;
  readonly #retries = new Set<() => void>();
  readonly #followers = new Set<(suspension: Suspension) => void>();

  look(): void {
    if (this.slept) {
      this.slept = false;
      this.suspend({ kind: "slept", sleptMs: 60_000 });
    }
  }
  follow(follower: (suspension: Suspension) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }
  suspend(suspension: Suspension): void {
    for (const follower of Array.from(this.#followers)) {
      follower(suspension);
    }
  }
  onReachable(retry: () => void): () => void {
    this.#retries.add(retry);
    return () => this.#retries.delete(retry);
  }
  retry(): void {
    for (const retry of Array.from(this.#retries)) {
      retry();
    }
  }
  stop(): void {
    this.stops += 1;
  }
  /** How many listen. */
  get listeners(): number {
    return this.#followers.size + this.#retries.size;
  }
}

/** A venue behind each new socket: it stands, and answers the subscription to a pair with a snapshot. */
export function answerSubscriptions(): void {
  StubSocket.onNew = (socket) => {
    queueMicrotask(() => socket.open());
    socket.onSend = (text) => {
      const { sub = "" } = JSON.parse(text) as { readonly sub?: string };
      const pair = sub.replace(/_depth$/, "");
      if (pair !== "") {
        const d = { pair, ut: 1_700_000_000_000, seq: 1, asks: [["1", "101"]], bids: [["2", "100"]] };
        queueMicrotask(() => socket.receive(`0${JSON.stringify({ topic: sub, t: 0, d })}`));
      }
    };
  };
}

/** A worker that does what the spec says. */
export class StubWorker extends EventTarget {
  /** What it was given, as it arrives there. */
  task: ShardTask | undefined;
  tasks = 0;
  terminations = 0;
  onTask: (task: ShardTask) => void = () => undefined;

  postMessage(task: ShardTask, transfer: readonly Transferable[]): void {
    this.tasks += 1;
    this.task = structuredClone(task, { transfer: [...transfer] });
    this.onTask(this.task);
  }

  terminate(): void {
    this.terminations += 1;
  }

  say(data: unknown): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }

  fail(message: string): void {
    this.dispatchEvent(Object.assign(new Event("error"), { message }));
  }
}
