import type { CancelTimer, Clock } from "@depthwire/core";
import type { Bus, BusMessage, BusStatus } from "./bus.js";

/** What the network between a connection and the bus does. Called for each message. */
export interface MemoryBusFaults {
  /** How long a message takes on this half of its way, milliseconds; default 0. Messages keep their order. */
  readonly delayMs?: ((connection: string) => number) | undefined;
  /** Whether the bus drops a message of `sender` instead of delivering it to this connection; default never. */
  readonly loses?: ((connection: string, subject: string, sender: string) => boolean) | undefined;
}

/** A message system in memory, for programs on one host and for tries: it delays, loses and cuts as it is told. */
export class MemoryBus {
  readonly #clock: Clock;
  readonly #faults: MemoryBusFaults;
  readonly #connections = new Map<string, MemoryConnection>();
  #requests = 0;

  constructor(clock: Clock, faults: MemoryBusFaults = {}) {
    this.#clock = clock;
    this.#faults = faults;
  }

  /** A new connection. A name stands for one connection at a time. */
  connect(name: string): MemoryConnection {
    const connection = new MemoryConnection(name, {
      clock: this.#clock,
      delayMs: () => this.#faults.delayMs?.(name) ?? 0,
      route: (message) => this.#route(message, name),
      nextRequest: () => `_inbox.${name}.${++this.#requests}`,
    });
    this.#connections.set(name, connection);
    return connection;
  }

  #route(message: RoutedMessage, sender: string): void {
    const { subject } = message;
    for (const connection of this.#connections.values()) {
      if (connection.listensTo(subject) && this.#faults.loses?.(connection.name, subject, sender) !== true) {
        connection.deliver(message);
      }
    }
  }
}

/** A message on its way between two connections. */
export interface RoutedMessage {
  readonly subject: string;
  readonly bytes: Uint8Array;
  readonly replyTo: string | undefined;
}

interface ConnectionParts {
  readonly clock: Clock;
  readonly delayMs: () => number;
  readonly route: (message: RoutedMessage) => void;
  readonly nextRequest: () => string;
}

/** One connection to a {@link MemoryBus}, with the faults that a try makes on it. */
export class MemoryConnection implements Bus {
  readonly name: string;
  readonly #parts: ConnectionParts;
  readonly #handlers = new Map<string, Set<(message: BusMessage) => void>>();
  readonly #listeners = new Set<(status: BusStatus) => void>();
  readonly #outbound: Lane;
  readonly #inbound: Lane;
  #status: BusStatus = "connected";

  constructor(name: string, parts: ConnectionParts) {
    this.name = name;
    this.#parts = parts;
    this.#outbound = new Lane(parts.clock, parts.delayMs);
    this.#inbound = new Lane(parts.clock, parts.delayMs);
  }

  get status(): BusStatus {
    return this.#status;
  }

  onStatus(listener: (status: BusStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(subject: string, bytes: Uint8Array): void {
    this.#send({ subject, bytes: bytes.slice(), replyTo: undefined });
  }

  subscribe(subject: string, handler: (message: BusMessage) => void): () => void {
    const handlers = this.#handlers.get(subject) ?? new Set();
    this.#handlers.set(subject, handlers);
    handlers.add(handler);
    return () => {
      handlers.delete(handler);
      if (handlers.size === 0 && this.#handlers.get(subject) === handlers) {
        this.#handlers.delete(subject);
      }
    };
  }

  request(
    subject: string,
    bytes: Uint8Array,
    limitMs: number,
    answered: (bytes: Uint8Array | undefined) => void,
  ): void {
    const replyTo = this.#parts.nextRequest();
    const close = this.subscribe(replyTo, (message) => answered(message.bytes));
    this.#parts.clock.after(limitMs, () => {
      close();
      answered(undefined);
    });
    this.#send({ subject, bytes: bytes.slice(), replyTo });
  }

  /** Whether somebody here listens to the subject. */
  listensTo(subject: string): boolean {
    return this.#handlers.has(subject);
  }

  /** The bus hands a message over. */
  deliver(message: RoutedMessage): void {
    this.#inbound.put(() => this.#receive(message));
  }

  /** Cuts the connection: what is under way is lost in both directions. */
  cut(): void {
    this.#outbound.drop();
    this.#inbound.drop();
    this.#change("disconnected");
  }

  /** Connects again. */
  restore(): void {
    this.#change("connected");
  }

  /** Cuts nothing, and delivers nothing before {@link MemoryConnection.resume}: the bus hangs, or the way to it does. */
  stall(): void {
    this.#outbound.stall();
    this.#inbound.stall();
  }

  /** What waited arrives now, in its order. */
  resume(): void {
    this.#outbound.resume();
    this.#inbound.resume();
  }

  #send(message: RoutedMessage): void {
    if (this.#status === "connected") {
      this.#outbound.put(() => this.#parts.route(message));
    }
  }

  #receive({ subject, bytes, replyTo }: RoutedMessage): void {
    const respond = (answer: Uint8Array): void => {
      if (replyTo !== undefined) {
        this.publish(replyTo, answer);
      }
    };
    const asker = replyTo?.slice(0, replyTo.lastIndexOf("."));
    for (const handler of this.#handlers.get(subject) ?? []) {
      handler({ subject, bytes: bytes.slice(), asker, respond });
    }
  }

  #change(status: BusStatus): void {
    if (status !== this.#status) {
      this.#status = status;
      for (const listener of this.#listeners) {
        listener(status);
      }
    }
  }
}

/** One direction of a connection: whatever the delays, nothing overtakes. */
class Lane {
  readonly #clock: Clock;
  readonly #delayMs: () => number;
  #waiting: { readonly run: () => void; readonly dueMs: number }[] = [];
  #cancel: CancelTimer | undefined;
  #state: "moves" | "stalled" = "moves";

  constructor(clock: Clock, delayMs: () => number) {
    this.#clock = clock;
    this.#delayMs = delayMs;
  }

  put(run: () => void): void {
    const dueMs = Math.max(this.#waiting.at(-1)?.dueMs ?? 0, this.#clock.monotonicMs() + this.#delayMs());
    this.#waiting.push({ run, dueMs });
    this.#plan();
  }

  drop(): void {
    this.#waiting = [];
    this.#cancel?.();
    this.#cancel = undefined;
  }

  stall(): void {
    this.#state = "stalled";
  }

  resume(): void {
    this.#state = "moves";
    this.#plan();
  }

  #plan(): void {
    const next = this.#waiting[0];
    if (next !== undefined && this.#cancel === undefined && this.#state === "moves") {
      this.#cancel = this.#clock.after(Math.max(0, next.dueMs - this.#clock.monotonicMs()), () => this.#move());
    }
  }

  #move(): void {
    this.#cancel = undefined;
    const nowMs = this.#clock.monotonicMs();
    while (this.#state === "moves" && (this.#waiting[0]?.dueMs ?? Number.POSITIVE_INFINITY) <= nowMs) {
      this.#waiting.shift()?.run();
    }
    this.#plan();
  }
}
