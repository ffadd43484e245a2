import type { OpenSocket } from "@depthwire/stream";
import { outboundRecordOf } from "@depthwire/stream/internal";
import { depthChannelOf } from "../segment/checkpoint.js";
import { doubtReasonOf, missedReasonOf } from "../segment/feed-reasons.js";
import type { CheckpointEntry, ConnectionEntry, ConnectionState } from "../segment/recording-entry.js";
import type { ReplayClock } from "./replay-clock.js";
import { ReplaySocket, type ReplaySocketOwner } from "./replay-socket.js";

interface RecordedConnection {
  access: "public" | "private";
  readonly channels: Set<string>;
}

const noSockets: readonly ReplaySocket[] = [];

/**
 * Joins the sockets of the replay with the recorded connections. A socket gets all frames of every connection that carried
 * one of its channels, so sockets need not be divided as they were when recorded; the engine drops frames of other channels.
 */
export class ReplayNetwork implements ReplaySocketOwner {
  readonly #clock: ReplayClock;
  readonly #sockets = new Set<ReplaySocket>();
  readonly #connections = new Map<number, RecordedConnection>();
  /** Who gets the frames of a connection; emptied when anybody's channels change. */
  readonly #receivers = new Map<number, readonly ReplaySocket[]>();

  constructor(clock: ReplayClock) {
    this.#clock = clock;
  }

  /** Sockets open at once, where the recorded ones took their time: nobody must miss what comes first. */
  readonly openSocket: OpenSocket = (_address, handlers) => {
    const socket = new ReplaySocket(handlers, this);
    this.#sockets.add(socket);
    this.#clock.after(0, () => {
      if (socket.state === "connecting") {
        socket.state = "open";
        handlers.opened();
      }
    });
    return socket;
  };

  /** Whether anybody listens. */
  get hasSockets(): boolean {
    return this.#sockets.size > 0;
  }

  /** {@inheritDoc ReplaySocketOwner.changed} */
  changed(socket: ReplaySocket): void {
    this.#receivers.clear();
    if (socket.state === "closed") {
      this.#sockets.delete(socket);
    }
  }

  /** What was recorded before has no continuation here: all its connections are gone. */
  cutOff(): void {
    for (const connection of this.#connections.keys()) {
      this.#close(connection, 1006, "the recording was interrupted");
    }
  }

  /** A connection stood when a segment began. */
  restore({ connection, access, channels }: ConnectionState): void {
    this.#connections.set(connection, { access, channels: new Set(channels) });
    this.#receivers.clear();
  }

  /** Hands a checkpoint to those who have subscribed to its book and have had no snapshot. */
  checkpoint({ connection, pair, frame }: CheckpointEntry): void {
    const recorded = this.#connections.get(connection)?.channels ?? [];
    const channel = [...recorded].find((text) => depthChannelOf(text)?.pair === pair) ?? "";
    for (const socket of this.#sockets) {
      if (socket.state === "open" && socket.withoutBaseline.delete(channel)) {
        socket.handlers.message(frame);
      }
    }
  }

  /** Whether a recorded connection that stands now is subscribed to the channel. */
  isCarried(channel: string): boolean {
    for (const { channels } of this.#connections.values()) {
      if (channels.has(channel)) {
        return true;
      }
    }
    return false;
  }

  /** Lets happen again what happened. */
  play(entry: ConnectionEntry): void {
    const { connection } = entry;
    switch (entry.kind) {
      case "inbound":
        for (const socket of this.#receivers.get(connection) ?? this.#findReceivers(connection)) {
          socket.handlers.message(entry.frame);
        }
        break;
      case "control-frame":
        for (const socket of this.#receivers.get(connection) ?? this.#findReceivers(connection)) {
          socket.handlers.controlFrame();
        }
        break;
      case "connecting":
        this.#connections.set(connection, { access: "public", channels: new Set() });
        break;
      case "closed":
        this.#close(connection, entry.code, entry.cause);
        break;
      case "outbound":
        this.#sent(connection, entry.text);
        break;
      case "outbound-withheld":
        if (entry.content === "login") {
          this.#recorded(connection).access = "private";
          this.#receivers.clear();
        }
        break;
      case "doubted":
        for (const socket of this.#followers(connection, entry.channel)) {
          socket.handlers.doubted?.(
            entry.channel,
            entry.reason === undefined ? undefined : doubtReasonOf(entry.reason),
          );
        }
        break;
      case "gap":
        this.#gap(entry);
        break;
      case "opened":
        break;
    }
  }

  #sent(connection: number, text: string): void {
    const sent = outboundRecordOf(text);
    if (sent.kind === "outbound-withheld" || sent.change === undefined) {
      return;
    }
    const { channels } = this.#recorded(connection);
    const { change, channel } = sent.change;
    if (change === "removed") {
      channels.delete(channel);
    } else {
      channels.add(channel);
      // The recorded answer to this subscription is a better baseline than any checkpoint.
      for (const socket of this.#sockets) {
        socket.withoutBaseline.delete(channel);
      }
    }
    this.#receivers.clear();
  }

  #gap({ connection, channel, reason, fromMs, dropped, epochMs }: ConnectionEntry & { readonly kind: "gap" }): void {
    const isBook = depthChannelOf(channel) !== undefined;
    for (const { handlers } of this.#followers(connection, channel)) {
      if (isBook) {
        handlers.renewed?.(channel);
      } else {
        handlers.missed?.(channel, { reason: missedReasonOf(reason), dropped, fromMs, toMs: epochMs });
      }
    }
  }

  #followers(connection: number, channel: string): readonly ReplaySocket[] {
    const receivers = this.#receivers.get(connection) ?? this.#findReceivers(connection);
    return receivers.filter(({ channels }) => channels.has(channel));
  }

  #close(connection: number, code: number, cause: string): void {
    const receivers = this.#findReceivers(connection);
    this.#connections.delete(connection);
    this.#receivers.clear();
    for (const socket of receivers) {
      socket.end({ code, cause });
    }
  }

  #recorded(connection: number): RecordedConnection {
    const known = this.#connections.get(connection);
    if (known !== undefined) {
      return known;
    }
    const added: RecordedConnection = { access: "public", channels: new Set() };
    this.#connections.set(connection, added);
    return added;
  }

  #findReceivers(connection: number): readonly ReplaySocket[] {
    const recorded = this.#connections.get(connection);
    const receivers = recorded === undefined ? noSockets : [...this.#sockets].filter((it) => hears(it, recorded));
    this.#receivers.set(connection, receivers);
    return receivers;
  }
}

function hears(socket: ReplaySocket, { access, channels }: RecordedConnection): boolean {
  if (socket.state !== "open") {
    return false;
  }
  if (access === "private" && socket.access === "private") {
    return true;
  }
  for (const channel of socket.channels) {
    if (channels.has(channel)) {
      return true;
    }
  }
  return false;
}
