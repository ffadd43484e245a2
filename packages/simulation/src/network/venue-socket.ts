import type { InMemorySocket } from "@depthwire/sandbox/in-memory";
import type { Socket, SocketHandlers } from "@depthwire/stream";
import type { Process } from "../kernel/process.js";
import type { Trace } from "../kernel/trace.js";
import { Lane, type Link } from "./link.js";
import type { VenueDoor } from "./venue-door.js";

/** RFC 6455, section 7.4.1: the connection ended without a word. */
const abnormalClosure = 1006;
/** An adapter waits so long for the peer's goodbye, as the one for Node does. */
const closeTimeoutMs = 2_000;

/** What a connection is made between. */
export interface SocketParts {
  readonly link: Link;
  readonly door: VenueDoor;
  readonly client: Process;
  readonly trace: Trace;
}

/** One WebSocket between a client and the venue, as its client holds it. */
export class VenueSocket implements Socket {
  readonly #parts: SocketParts;
  readonly #handlers: SocketHandlers;
  readonly #up: Lane;
  readonly #down: Lane;
  #inner: InMemorySocket | undefined;
  #isSwallowed = false;
  #isClosed = false;

  constructor(parts: SocketParts, handlers: SocketHandlers) {
    this.#parts = parts;
    this.#handlers = handlers;
    const { link, client, door } = parts;
    this.#up = new Lane(link, door.name);
    this.#down = new Lane(link, client.name);
    link.sockets.add(this);
    client.onEnd(() => this.#clientEnded());
    this.#connect();
  }

  send(text: string): void {
    this.#rise(() => {
      this.#parts.trace.note(`${this.#parts.client.name} > ${text.length}`, text);
      this.#inner?.send(text);
    });
  }

  ping(): void {
    this.#rise(() => this.#inner?.ping());
  }

  close(code: number): void {
    this.#rise(() => this.#inner?.close(code));
    const { client } = this.#parts;
    client.clock.after(closeTimeoutMs, () => this.#end(abnormalClosure, "no answer to the goodbye"));
  }

  /** The network between the two breaks; both hear of it. */
  cut(): void {
    this.#inner?.cut();
    this.#parts.client.enter(() => this.#end(abnormalClosure, "cut"));
  }

  /** From now on nothing passes, and nobody hears of that. */
  swallow(): void {
    this.#isSwallowed = true;
  }

  #connect(): void {
    const { link, door, client } = this.#parts;
    this.#up.pass(() => {
      if (this.#isClosed || this.#isSwallowed) {
        return;
      }
      if (link.condition.isDown || !door.isOpen) {
        this.#down.pass(() => client.enter(() => this.#end(abnormalClosure, "refused")));
        return;
      }
      door.enter((venue) => {
        this.#inner = venue.connect({
          opened: () => this.#sink(() => this.#handlers.opened()),
          message: (bytes) => this.#message(bytes.slice()),
          controlFrame: () => this.#sink(() => this.#handlers.controlFrame()),
          closed: (code, cause) => this.#sink(() => this.#end(code, cause)),
        });
        door.onEnd((hears) => this.#venueEnded(hears));
      });
    });
  }

  #message(bytes: Uint8Array): void {
    this.#sink(() => {
      this.#parts.trace.note(`${this.#parts.client.name} < ${bytes.length}`, bytes);
      this.#handlers.message(bytes);
    });
  }

  #rise(act: () => void): void {
    if (this.#isClosed || this.#parts.client.isDead) {
      return;
    }
    this.#up.pass(() => {
      if (!this.#isSwallowed) {
        this.#parts.door.enter(act);
      }
    });
  }

  #sink(act: () => void): void {
    this.#down.pass(() => {
      if (!this.#isSwallowed) {
        this.#parts.client.enter(() => {
          if (!this.#isClosed) {
            act();
          }
        });
      }
    });
  }

  /** The client's system tells the venue, where the way is there. */
  #clientEnded(): void {
    this.#isClosed = true;
    this.#parts.link.sockets.delete(this);
    if (!this.#isSwallowed) {
      this.#up.pass(() => this.#parts.door.enter(() => this.#inner?.cut()));
    }
  }

  #venueEnded(hears: "told" | "untold"): void {
    if (hears === "untold") {
      this.#isSwallowed = true;
    } else {
      this.#sink(() => this.#end(abnormalClosure, "the venue is gone"));
    }
  }

  #end(code: number, cause: string): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    this.#parts.link.sockets.delete(this);
    this.#handlers.closed(code, cause);
  }
}
