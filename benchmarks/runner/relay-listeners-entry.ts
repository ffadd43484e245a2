import { openNatsBus } from "@depthwire/nats";
import { Subjects } from "@depthwire/relay";
import { emptyHeader, HeaderReader } from "@depthwire/relay/internal";

/** Connections that only count what they are sent. */
export interface ListenersRole {
  readonly server: string;
  readonly venue: string;
  readonly connections: number;
  readonly pairs: readonly string[];
}

/** Answered when each connection has so many messages more, or nothing came for a second. */
export interface ListenersOrder {
  readonly messages: number;
}

/** What came. */
export interface ListenersAnswer {
  readonly deliveries: number;
  /** Numbers that were missing, over all connections and pairs. */
  readonly lost: number;
  readonly ms: number;
  readonly cpuUs: number;
}

const quietMs = 1_000;

const { server, venue, connections, pairs } = JSON.parse(process.argv[2] ?? "{}") as ListenersRole;
const subjects = new Subjects(venue);
const heard = { deliveries: 0, lost: 0, newestAtMs: 0 };
for (let connection = 0; connection < connections; connection++) {
  const bus = await openNatsBus({ servers: [server], name: `listener-${connection}` });
  for (const pair of pairs) {
    const reader = new HeaderReader();
    const header = emptyHeader();
    let expected: number | undefined;
    bus.subscribe(subjects.raw("depth", pair), ({ bytes }) => {
      reader.read(bytes, header);
      heard.lost += header.relaySeq - (expected ?? header.relaySeq);
      expected = header.relaySeq + 1;
      heard.deliveries++;
      heard.newestAtMs = performance.now();
    });
  }
}
process.on("message", ({ messages }: ListenersOrder) => void count(messages));
process.on("disconnect", () => process.exit());
process.send?.("ready");

async function count(messages: number): Promise<void> {
  const [startMs, wanted, lostBefore] = [performance.now(), heard.deliveries + messages * connections, heard.lost];
  const cpu = process.cpuUsage();
  heard.newestAtMs = startMs + 10 * quietMs;
  while (heard.deliveries < wanted && performance.now() - heard.newestAtMs < quietMs) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const { user, system } = process.cpuUsage(cpu);
  const missing = Math.max(heard.lost - lostBefore, wanted - heard.deliveries);
  const answer = {
    deliveries: heard.deliveries - wanted + messages * connections,
    lost: missing,
    ms: heard.newestAtMs - startMs,
    cpuUs: user + system,
  };
  process.send?.(answer satisfies ListenersAnswer);
}
