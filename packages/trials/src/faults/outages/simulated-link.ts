import type { InMemorySocket, InMemoryVenue } from "@depthwire/sandbox/in-memory";
import type { OpenSocket, Socket, SocketHandlers } from "@depthwire/stream";

/** How long connecting takes, in milliseconds of simulated time. */
const connectMs = 20;

/** Close code of a connection that ended without a word. @spec RFC 6455, section 7.4.1 */
const abnormalClosure = 1006;

/** The way between a client and a venue in memory, which a run breaks. */
export class SimulatedLink {
  /** New connections are refused. */
  isDown = false;
  readonly #venue: InMemoryVenue;
  readonly #open = new Set<LinkSocket>();

  constructor(venue: InMemoryVenue) {
    this.#venue = venue;
  }

  /** Opens sockets as an adapter does. */
  readonly openSocket: OpenSocket = (_address, handlers) => {
    const socket = new LinkSocket(this.#venue, handlers, () => this.#open.delete(socket));
    this.#venue.clock.after(connectMs, () => {
      if (this.isDown) {
        socket.refuse();
      } else {
        this.#open.add(socket.connect());
      }
    });
    return socket;
  };

  /** Breaks every connection of this moment: both sides hear of it. */
  cut(): void {
    for (const socket of this.#open) {
      socket.cut();
    }
  }

  /** Every connection of this moment stays open, and nothing passes any more. */
  swallow(): void {
    for (const socket of this.#open) {
      socket.swallow();
    }
  }
}

class LinkSocket implements Socket {
  readonly #venue: InMemoryVenue;
  readonly #handlers: SocketHandlers;
  readonly #gone: () => void;
  #connected: InMemorySocket | undefined;
  #isSwallowing = false;
  #isClosed = false;

  constructor(venue: InMemoryVenue, handlers: SocketHandlers, gone: () => void) {
    this.#venue = venue;
    this.#handlers = handlers;
    this.#gone = gone;
  }

  connect(): this {
    if (this.#isClosed) {
      return this;
    }
    this.#connected = this.#venue.connect({
      opened: () => this.#unlessSwallowed(() => this.#handlers.opened()),
      message: (bytes) => this.#unlessSwallowed(() => this.#handlers.message(bytes)),
      controlFrame: () => this.#unlessSwallowed(() => this.#handlers.controlFrame()),
      closed: (code, cause) => this.#unlessSwallowed(() => this.#close(code, cause)),
    });
    return this;
  }

  refuse(): void {
    this.#close(abnormalClosure, "refused");
  }

  cut(): void {
    this.#connected?.cut();
  }

  swallow(): void {
    this.#isSwallowing = true;
  }

  send(text: string): void {
    this.#unlessSwallowed(() => this.#connected?.send(text));
  }

  ping(): void {
    this.#unlessSwallowed(() => this.#connected?.ping());
  }

  close(code: number): void {
    if (this.#isSwallowing || this.#connected === undefined) {
      // Nobody answers: an adapter gives up after a while by itself. The venue notices nothing.
      this.#venue.clock.after(0, () => this.#close(abnormalClosure, "no answer"));
    } else {
      this.#connected.close(code);
    }
  }

  #unlessSwallowed(act: () => void): void {
    if (!this.#isSwallowing) {
      act();
    }
  }

  #close(code: number, cause: string): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    this.#gone();
    this.#handlers.closed(code, cause);
  }
}
