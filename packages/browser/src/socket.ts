import { defaultFrameLimits, type FrameLimits } from "@depthwire/core";
import type { OpenSocket, Socket, SocketHandlers } from "@depthwire/stream";
import type { PageLife, Suspension } from "./page-life.js";

/** Bounds of one connection. */
export interface BrowserSocketLimits {
  /** Longest message in bytes; a longer one ends the connection. The browser has read it by then. */
  readonly maxMessageBytes: number;
  /** Most milliseconds from the first packet to the open connection. */
  readonly handshakeTimeoutMs: number;
  /** Most milliseconds that the peer may take to answer a closing handshake. */
  readonly closeTimeoutMs: number;
  /**
   * Something was sent and nothing came back for so many milliseconds: the connection is dead. Sessions notice sooner by their pings; in a hidden
   * page their timers come too late for that, once a minute.
   */
  readonly unansweredTimeoutMs: number;
}

/** 1 MiB a message (four times the default frame limit), 10 s to connect, 2 s to close, 30 s for an answer. */
export const defaultBrowserSocketLimits: BrowserSocketLimits = {
  maxMessageBytes: 4 * defaultFrameLimits.maxFrameBytes,
  handshakeTimeoutMs: 10_000,
  closeTimeoutMs: 2_000,
  unansweredTimeoutMs: 30_000,
};

/** The default limits, with room for messages of four times the frame limit, under what is given. */
export function socketLimitsFor(
  { maxFrameBytes }: FrameLimits,
  given: Partial<BrowserSocketLimits> = {},
): BrowserSocketLimits {
  return { ...defaultBrowserSocketLimits, maxMessageBytes: 4 * maxFrameBytes, ...given };
}

/** RFC 6455 section 7.4.1: no closing handshake took place. */
const abnormalClosure = 1006;

/** RFC 6455 section 7.4.1: the message is too big. */
const messageTooBig = 1009;

/** The browser gives a page no reason: nobody listens there, the venue refused the page's origin, or the page's own policy bars it. */
const neverOpenedCause = "no connection; a page is not told why (refused, unreachable, or barred by connect-src)";

const suspensionCauses: Readonly<Record<Suspension["kind"], string>> = {
  frozen: "the page was put to sleep",
  slept: "the page slept",
  offline: "the browser is offline",
};

/**
 * The `OpenSocket` port on the browser's WebSocket. Browsers hide control frames and send none: sessions ping by JSON. A suspension of the page ends
 * every connection at once, so that no message that waited meanwhile makes a book live that is old.
 */
export function createBrowserSocketOpener(limits: BrowserSocketLimits, life: PageLife): OpenSocket {
  return (address, handlers) => {
    try {
      return new FollowedSocket(new WebSocket(address), handlers, limits, life);
    } catch {
      // Not an address, or the page's policy bars it. Its text is not repeated: there may be a user name in it.
      return neverOpened(handlers, "not a WebSocket address that this page may use");
    }
  };
}

function neverOpened(handlers: SocketHandlers, cause: string): Socket {
  queueMicrotask(() => handlers.closed(abnormalClosure, cause));
  return { send: () => {}, ping: () => {}, close: () => {} };
}

class FollowedSocket implements Socket {
  readonly #socket: WebSocket;
  readonly #handlers: SocketHandlers;
  readonly #limits: BrowserSocketLimits;
  readonly #life: PageLife;
  readonly #encoder = new TextEncoder();
  readonly #leave: () => void;
  #timer: number | undefined;
  /** When the first text was sent that nothing has followed; undefined where none was. */
  #unansweredSinceMs: number | undefined;
  #wasOpen = false;
  #state: "current" | "over" = "current";

  constructor(socket: WebSocket, handlers: SocketHandlers, limits: BrowserSocketLimits, life: PageLife) {
    this.#socket = socket;
    this.#handlers = handlers;
    this.#limits = limits;
    this.#life = life;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => this.#receive(data));
    socket.addEventListener("close", ({ code, reason }) =>
      this.#end(code, reason === "" ? this.#unexplained() : reason),
    );
    this.#leave = life.follow(({ kind }) => this.#abandon(abnormalClosure, suspensionCauses[kind]));
    this.#timer = setTimeout(() => this.#abandon(abnormalClosure, "no connection in time"), limits.handshakeTimeoutMs);
  }

  send(text: string): void {
    if (this.#state === "current" && this.#socket.readyState === WebSocket.OPEN) {
      const nowMs = performance.now();
      this.#unansweredSinceMs ??= nowMs;
      if (nowMs - this.#unansweredSinceMs > this.#limits.unansweredTimeoutMs) {
        this.#abandonSoon("nothing heard, what was sent is unanswered");
        return;
      }
      this.#socket.send(text);
    }
  }

  /** No page can send one. */
  ping(): void {}

  close(code: number): void {
    closeWith(this.#socket, code);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(abnormalClosure, "no closing handshake"), this.#limits.closeTimeoutMs);
  }

  #opened(): void {
    clearTimeout(this.#timer);
    if (this.#state === "current") {
      this.#wasOpen = true;
      this.#handlers.opened();
    }
  }

  #receive(data: string | ArrayBuffer): void {
    // First of all: what waited while the page slept is not taken in.
    this.#life.look();
    if (this.#state === "over") {
      return;
    }
    this.#unansweredSinceMs = undefined;
    const bytes = typeof data === "string" ? this.#encoder.encode(data) : new Uint8Array(data);
    if (bytes.length > this.#limits.maxMessageBytes) {
      this.#abandon(messageTooBig, "a message is longer than maxMessageBytes");
    } else {
      this.#handlers.message(bytes);
    }
  }

  /** Its owner is in the middle of sending: it is told afterwards. */
  #abandonSoon(cause: string): void {
    queueMicrotask(() => this.#abandon(abnormalClosure, cause));
  }

  /** Ends the connection for its owner at once; the handshake follows when it can. */
  #abandon(code: number, cause: string): void {
    closeWith(this.#socket, code);
    this.#end(code, cause);
  }

  #end(code: number, cause: string): void {
    if (this.#state === "over") {
      return;
    }
    this.#state = "over";
    clearTimeout(this.#timer);
    this.#leave();
    this.#handlers.closed(code, cause);
  }

  #unexplained(): string {
    return this.#wasOpen ? "" : neverOpenedCause;
  }
}

/** A page may give few codes of its own. */
function closeWith(socket: WebSocket, code: number): void {
  try {
    socket.close(code);
  } catch {
    socket.close();
  }
}
