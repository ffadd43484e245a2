import { Refused } from "../../../program/refused.js";

/** A connection that does not take what it is sent as fast as it comes. */
export interface SlowReader {
  readonly name: string;
  /** `host:port`. */
  readonly address: string;
  /** `ended`: nats-server closed the connection since it was too slow. */
  readonly state: "behind" | "ended";
  /** What waits for it at the server. */
  readonly pendingBytes: number;
}

/** More than that waiting for one connection is no moment's burst. */
const behindBytes = 64 * 1024;
const answerWithinMs = 3_000;

/** What nats-server says at `/connz`. */
interface Monitored {
  readonly connections?: readonly MonitoredConnection[];
}

interface MonitoredConnection {
  readonly name?: string;
  readonly ip?: string;
  readonly port?: number;
  readonly pending_bytes?: number;
  readonly reason?: string;
}

/**
 * Asks nats-server's monitoring who reads too slowly, or did so lately.
 *
 * @throws Refused `monitor-unreachable`
 */
export async function slowReaders(monitor: string): Promise<readonly SlowReader[]> {
  const [open, closed] = await Promise.all([connections(monitor, "open"), connections(monitor, "closed")]);
  return [
    ...open.filter(({ pending_bytes: pending = 0 }) => pending > behindBytes).map((one) => readerOf(one, "behind")),
    ...closed.filter(({ reason = "" }) => reason.startsWith("Slow Consumer")).map((one) => readerOf(one, "ended")),
  ];
}

async function connections(monitor: string, state: "open" | "closed"): Promise<readonly MonitoredConnection[]> {
  try {
    const url = new URL(`connz?state=${state}&limit=1024`, monitor.endsWith("/") ? monitor : `${monitor}/`);
    const answer = await fetch(url, { signal: AbortSignal.timeout(answerWithinMs) });
    // Of something else, a page say, nothing is found here.
    const { connections: found } = (await answer.json().catch(() => ({}))) as Monitored;
    if (Array.isArray(found)) {
      return found;
    }
  } catch {
    throw new Refused(
      "monitor-unreachable",
      `nats-server's monitoring does not answer at ${monitor}`,
      "Start nats-server with -m 8222, and name its address with --monitor http://127.0.0.1:8222.",
      { monitor },
    );
  }
  throw new Refused(
    "monitor-unreachable",
    `What answers at ${monitor} is not nats-server's monitoring`,
    "--monitor takes the address of nats-server's option -m, such as http://127.0.0.1:8222: not that of its clients, nor the venue's.",
    { monitor },
  );
}

function readerOf(
  { name = "", ip = "", port = 0, pending_bytes: pendingBytes = 0 }: MonitoredConnection,
  state: SlowReader["state"],
): SlowReader {
  return { name, address: `${ip}:${port}`, state, pendingBytes };
}
