import { type HttpClient, TransportError } from "@depthwire/core";
import { sumStatistics } from "@depthwire/stream/internal";
import { fakeClock } from "@depthwire/testkit";
import { MemoryStore } from "../../recording/src/replay/memory-store.spec-kit.js";
import { FakeNetwork, type FakeSocket } from "../../stream/src/spec-kit/fake-network.spec-kit.js";
import type { ShardThreads, VenuePorts, WantedThreads } from "./venue-ports.js";

/** A runtime that lacks nothing. */
export type EveryPort = { readonly [Name in keyof VenuePorts]-?: NonNullable<VenuePorts[Name]> };

/** Every port of a runtime, with nothing behind them: nobody answers, and time stands still. */
export function stubPorts(): EveryPort {
  return new StubRuntime().ports;
}

/** A runtime in memory, which notes what is opened and ended, in order. */
export class StubRuntime {
  readonly clock = fakeClock();
  readonly network = new FakeNetwork();
  readonly store = new MemoryStore();
  readonly log: string[] = [];
  /** What the venue wants of its threads; undefined while it opened none. */
  wanted: WantedThreads | undefined;
  /** Thrown when the store is opened, where there is one. */
  storeFailure: Error | undefined;
  /** Who answers calls: nobody, where a spec says nothing. */
  respond: HttpClient = async (address) =>
    Promise.reject(new TransportError("connect-failed", { address, attempts: 1 }));
  readonly ports: EveryPort = {
    clock: this.clock,
    random: () => 0.5,
    openSocket: this.network.openSocket,
    onReachable: () => () => {},
    http: {
      connections: 8,
      open: () => {
        this.log.push("http opened");
        return {
          request: (...call) => this.respond(...call),
          close: async () => void this.log.push("http closed"),
        };
      },
    },
    threads: { cores: 4, open: (wanted) => this.#openThreads(wanted) },
    recordings: {
      processMark: "tab-7",
      open: async () => {
        this.log.push("store opened");
        if (this.storeFailure !== undefined) {
          throw this.storeFailure;
        }
        return this.store;
      },
    },
  };

  #openThreads(wanted: WantedThreads): ShardThreads {
    this.wanted = wanted;
    this.log.push(`${wanted.shards} threads opened`);
    return {
      start: ({ shard }, handlers) => {
        this.log.push(`thread ${shard} started`);
        return {
          post: ({ kind }) => {
            if (kind === "stop") {
              queueMicrotask(() => handlers.message({ kind: "stopped", statistics: sumStatistics([]) }));
            }
          },
          end: async () => void this.log.push(`thread ${shard} ended`),
        };
      },
      endRecordings: async () => void this.log.push("thread recordings ended"),
      close: async () => void this.log.push("threads closed"),
    };
  }
}

/** The far end of a socket: it stands, and answers the subscription to a pair with a snapshot. */
export function answerSubscriptions(socket: FakeSocket): void {
  socket.onSend = (text) => {
    const { sub = "" } = JSON.parse(text) as { readonly sub?: string };
    const pair = sub.replace(/_depth$/, "");
    if (pair !== "") {
      const d = { pair, ut: 1_700_000_000_000, seq: 1, asks: [["1", "101"]], bids: [["2", "100"]] };
      queueMicrotask(() => socket.plain(JSON.stringify({ topic: sub, t: 0, d })));
    }
  };
  queueMicrotask(() => socket.open());
}
