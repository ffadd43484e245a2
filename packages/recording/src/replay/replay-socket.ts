import type { Socket, SocketHandlers } from "@depthwire/stream";
import { outboundRecordOf } from "@depthwire/stream/internal";

/** What a {@link ReplaySocket} tells the network that it belongs to. */
export interface ReplaySocketOwner {
  /** Its channels, its access or its existence changed. */
  changed(socket: ReplaySocket): void;
}

/** The near end of a recorded connection: it takes subscriptions and passes on what was recorded. */
export class ReplaySocket implements Socket {
  readonly handlers: SocketHandlers;
  /** Channels that the near end subscribed to. */
  readonly channels: Set<string> = new Set();
  /** Channels whose next checkpoint is wanted: they were subscribed to where no snapshot follows. */
  readonly withoutBaseline: Set<string> = new Set();
  state: "connecting" | "open" | "closed" = "connecting";
  access: "public" | "private" = "public";
  readonly #owner: ReplaySocketOwner;

  constructor(handlers: SocketHandlers, owner: ReplaySocketOwner) {
    this.handlers = handlers;
    this.#owner = owner;
  }

  send(text: string): void {
    if (this.state !== "open") {
      return;
    }
    const sent = outboundRecordOf(text);
    if (sent.kind === "outbound-withheld") {
      this.access = sent.content === "login" ? "private" : this.access;
    } else if (sent.change?.change === "added") {
      this.channels.add(sent.change.channel);
      this.withoutBaseline.add(sent.change.channel);
    } else if (sent.change?.change === "removed") {
      this.channels.delete(sent.change.channel);
      this.withoutBaseline.delete(sent.change.channel);
    } else {
      return;
    }
    this.#owner.changed(this);
  }

  ping(): void {
    // Nobody is there to answer, and nobody misses the answer.
  }

  close(): void {
    this.end(undefined);
  }

  /** The connection is over; without a cause the near end has ended it and knows. */
  end(closed: { readonly code: number; readonly cause: string } | undefined): void {
    if (this.state === "closed") {
      return;
    }
    this.state = "closed";
    this.#owner.changed(this);
    if (closed !== undefined) {
      this.handlers.closed(closed.code, closed.cause);
    }
  }
}
