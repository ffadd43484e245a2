import type { Message } from "./wire.js";

/** How the line to the accelerator is. Times are epoch milliseconds. */
export interface LinkState {
  readonly kind: "connecting" | "live" | "silent" | "logged-out";
  readonly sinceMs: number;
}

/** What a line is made of. */
export interface LinePorts {
  readonly openSocket: (query: string) => WebSocket;
  /** Whether the accelerator says that this page is not logged in. */
  readonly isLoggedOut: () => Promise<boolean>;
  readonly nowMs: () => number;
  readonly onMessage: (text: string) => void;
  readonly onState: (state: LinkState) => void;
}

/** The accelerator tells its status four times a second: whoever hears nothing for so long has lost it, in milliseconds. */
export const silenceMs = 900;

/** A silent line is given up after so long, in milliseconds. */
const givenUpMs = 4_000;

/** How often the silence is looked at, in milliseconds. */
const lookEveryMs = 200;

const retryMs = { first: 250, most: 3_000 } as const;

/** A WebSocket to `/events` that is opened again whenever it ends, and says at once when nothing comes. */
export class Line {
  readonly #ports: LinePorts;
  #socket: WebSocket | undefined;
  #query = "";
  #lastId = "";
  #heardAtMs: number;
  #retryMs: number = retryMs.first;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #state: LinkState;

  constructor(ports: LinePorts) {
    this.#ports = ports;
    this.#heardAtMs = ports.nowMs();
    this.#state = { kind: "connecting", sinceMs: this.#heardAtMs };
    setInterval(() => this.#look(), lookEveryMs);
  }

  /** Listens to this from now on, without a gap in the events. */
  listen(query: string): void {
    if (query !== this.#query) {
      this.#query = query;
      this.#open();
    }
  }

  /** Tells what events are resumed from: {@link Message.id} of the newest one. */
  heard(id: string): void {
    this.#lastId = id;
  }

  #open(): void {
    clearTimeout(this.#retryTimer);
    const before = this.#socket;
    const resume = this.#lastId === "" ? "" : `&last-event-id=${encodeURIComponent(this.#lastId)}`;
    const socket = this.#ports.openSocket(`${this.#query}${resume}`);
    this.#socket = socket;
    end(before);
    socket.addEventListener("message", ({ data }: MessageEvent) => {
      if (socket === this.#socket) {
        this.#heardAtMs = this.#ports.nowMs();
        this.#retryMs = retryMs.first;
        this.#become("live", this.#heardAtMs);
        this.#ports.onMessage(String(data));
      }
    });
    socket.addEventListener("close", () => {
      if (socket === this.#socket) {
        this.#lost();
      }
    });
  }

  #lost(): void {
    // Whoever is not logged in stays so until a message comes.
    if (this.#state.kind !== "logged-out") {
      this.#become("silent", this.#heardAtMs);
    }
    this.#retryTimer = setTimeout(() => this.#open(), this.#retryMs);
    this.#retryMs = Math.min(retryMs.most, this.#retryMs * 2);
    void this.#askWhether();
  }

  async #askWhether(): Promise<void> {
    if (await this.#ports.isLoggedOut()) {
      this.#become("logged-out", this.#heardAtMs);
    }
  }

  #look(): void {
    const silentMs = this.#ports.nowMs() - this.#heardAtMs;
    if (silentMs > silenceMs && this.#state.kind === "live") {
      this.#become("silent", this.#heardAtMs);
    }
    if (silentMs > givenUpMs && this.#socket?.readyState === WebSocket.OPEN) {
      // Half open: its end may never come.
      this.#socket.close();
      this.#open();
      this.#heardAtMs = this.#ports.nowMs() - silenceMs;
    }
  }

  #become(kind: LinkState["kind"], sinceMs: number): void {
    if (this.#state.kind !== kind) {
      this.#state = { kind, sinceMs };
      this.#ports.onState(this.#state);
    }
  }
}

/** Ends a socket; one that is being opened is ended then, since browsers warn of what is closed before. */
function end(socket: WebSocket | undefined): void {
  if (socket?.readyState === WebSocket.CONNECTING) {
    socket.addEventListener("open", () => socket.close());
  } else {
    socket?.close();
  }
}

/** The message of a text. */
export function parseMessage(text: string): Message {
  return JSON.parse(text) as Message;
}
