import { openNatsBus } from "@depthwire/nats";
import type { Bus } from "@depthwire/relay";
import { patiently } from "@depthwire/testkit/patiently";

/** What a {@link BusWatch} needs of a connection. */
export interface WatchedConnection extends Pick<Bus, "publish" | "subscribe"> {
  close(): Promise<void>;
}

interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The way from one server to another, or to itself. */
interface Way {
  heardAtMs: number;
  /** When nothing came along it for too long. */
  late: Span[];
}

const speakEveryMs = 50;
/** Nothing for so long: a word was lost, or a server did not run. */
const lateMs = 150;
const mostSpans = 1_000;

/**
 * Measures for itself when servers of a cluster did not pass messages on: one connection to each speaks many times a second, and all hear it. A route that broke
 * after the fault before was healed, or a server that got no processor, is nobody's fault who hands a shard over. Epoch milliseconds.
 */
export class BusWatch {
  readonly #connections: readonly WatchedConnection[];
  readonly #ways = new Map<string, Way>();
  readonly #speaking: NodeJS.Timeout;

  /** @param prefix of the subjects on which it speaks */
  constructor(connections: readonly WatchedConnection[], prefix: string) {
    this.#connections = connections;
    for (const [to, connection] of connections.entries()) {
      for (const from of connections.keys()) {
        const way: Way = { heardAtMs: Date.now(), late: [] };
        this.#ways.set(`${from}-${to}`, way);
        connection.subscribe(`${prefix}.${from}`, () => this.#hear(way));
      }
    }
    const nothing = new Uint8Array();
    this.#speaking = setInterval(() => {
      for (const [from, connection] of connections.entries()) {
        connection.publish(`${prefix}.${from}`, nothing);
      }
    }, speakEveryMs);
  }

  /** @param servers addresses, one for each connection */
  static async open(servers: readonly string[], prefix: string): Promise<BusWatch> {
    const open = (server: string) => patiently(() => openNatsBus({ servers: [server], name: "trial-watch" }));
    return new BusWatch(await Promise.all(servers.map(open)), prefix);
  }

  /** The longest time in this span for which one way was silent for too long. */
  lateMs({ fromMs, untilMs }: Span): number {
    const overlapMs = (span: Span): number => Math.min(span.untilMs, untilMs) - Math.max(span.fromMs, fromMs);
    const nowMs = Date.now();
    const ofWay = ({ heardAtMs, late }: Way): number => {
      const present = nowMs - heardAtMs > lateMs ? [{ fromMs: heardAtMs, untilMs: nowMs }] : [];
      return [...late, ...present].reduce((sum, span) => sum + Math.max(0, overlapMs(span)), 0);
    };
    return Math.max(0, ...[...this.#ways.values()].map(ofWay));
  }

  async close(): Promise<void> {
    clearInterval(this.#speaking);
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  #hear(way: Way): void {
    const nowMs = Date.now();
    if (nowMs - way.heardAtMs > lateMs) {
      way.late = [...way.late.slice(1 - mostSpans), { fromMs: way.heardAtMs, untilMs: nowMs }];
    }
    way.heardAtMs = nowMs;
  }
}
