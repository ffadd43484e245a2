import { type OutboundRecord, publicAddressOf } from "@depthwire/stream/internal";
import { depthChannelOf, type RecordedChannel } from "../segment/checkpoint.js";
import type { ConnectionEntry, ConnectionState, RecordedTime } from "../segment/recording-entry.js";

interface OpenConnection {
  readonly address: string;
  phase: ConnectionState["phase"];
  access: ConnectionState["access"];
  readonly channels: Set<string>;
}

/** Where a book comes from. */
export interface DepthCarrier {
  readonly connection: number;
  readonly depth: RecordedChannel;
}

/** The connections of a recording: what happens on them becomes entries, and what stands is known for the next segment. */
export class RecordedConnections {
  /** Outbound texts that were withheld. */
  withheld = 0;
  readonly #add: (entry: ConnectionEntry) => void;
  readonly #open = new Map<number, OpenConnection>();
  #last = 0;

  constructor(add: (entry: ConnectionEntry) => void) {
    this.#add = add;
  }

  /** A connection begins; the result is its number, from 1. */
  connecting(time: RecordedTime, fullAddress: string): number {
    const connection = ++this.#last;
    const address = publicAddressOf(fullAddress);
    this.#open.set(connection, { address, phase: "connecting", access: "public", channels: new Set() });
    this.#add({ kind: "connecting", connection, ...time, address });
    return connection;
  }

  opened(time: RecordedTime, connection: number): void {
    const state = this.#open.get(connection);
    if (state !== undefined) {
      state.phase = "open";
    }
    this.#add({ kind: "opened", connection, ...time });
  }

  inbound({ elapsedNs, epochMs }: RecordedTime, connection: number, frame: Uint8Array): void {
    this.#add({ kind: "inbound", connection, elapsedNs, epochMs, frame });
  }

  controlFrame(time: RecordedTime, connection: number): void {
    this.#add({ kind: "control-frame", connection, ...time });
  }

  closed(time: RecordedTime, connection: number, code: number, cause: string): void {
    this.#open.delete(connection);
    this.#add({ kind: "closed", connection, ...time, code, cause });
  }

  /** Takes what may be known of an outbound text; see `outboundRecordOf`. */
  outbound(time: RecordedTime, connection: number, sent: OutboundRecord): void {
    const state = this.#open.get(connection);
    if (sent.kind === "outbound-withheld") {
      this.withheld++;
      if (state !== undefined && sent.content === "login") {
        state.access = "private";
      }
      this.#add({ connection, ...time, kind: sent.kind, content: sent.content });
      return;
    }
    if (sent.change?.change === "added") {
      state?.channels.add(sent.change.channel);
    } else if (sent.change?.change === "removed") {
      state?.channels.delete(sent.change.channel);
    }
    this.#add({ connection, ...time, kind: sent.kind, text: sent.text });
  }

  /** The connections that stand, for the beginning of a segment. */
  states(): ConnectionState[] {
    return [...this.#open].map(([connection, { address, phase, access, channels }]) => ({
      kind: "connection",
      connection,
      address,
      phase,
      access,
      channels: [...channels],
    }));
  }

  /** By pair, the newest connection that is subscribed to its depth channel. */
  depthCarriers(): ReadonlyMap<string, DepthCarrier> {
    const carriers = new Map<string, DepthCarrier>();
    for (const [connection, { channels }] of this.#open) {
      for (const channel of channels) {
        const depth = depthChannelOf(channel);
        if (depth !== undefined) {
          carriers.set(depth.pair, { connection, depth });
        }
      }
    }
    return carriers;
  }
}
