import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { notReady } from "./health.js";
import type { ShortParts } from "./short-parts.js";

/** What `/metrics` shows. Figures are read when they are asked for. */
export function createMetrics(parts: ShortParts): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (
    name: string,
    help: string,
    collect: (gauge: Gauge<string>) => void,
    labelNames: string[] = [],
  ): void => {
    const made: Gauge<string> = new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect: () => {
        made.reset();
        collect(made);
      },
    });
  };
  const { venue, account, events, mirror } = parts;
  gauge("depthwire_not_ready", "Parts of the mirror that are not in step", (made) => made.set(notReady(parts).length));
  gauge(
    "depthwire_books",
    "Books that are kept, by status",
    (made) => {
      for (const { status } of mirror.books.statuses()) {
        made.inc({ status });
      }
    },
    ["status"],
  );
  gauge("depthwire_events_total", "Events told since the start", (made) => made.set(events.last));
  gauge("depthwire_halted", "1 while trading is halted", (made) =>
    made.set(account?.trader.halted === undefined ? 0 : 1),
  );
  gauge(
    "depthwire_queue",
    "Calls that wait for their turn, by priority",
    (made) => {
      const { queued } = (account?.rest ?? venue.rest).throttleStatistics().signedCalls;
      for (const [priority, count] of Object.entries(queued)) {
        made.set({ priority }, count);
      }
    },
    ["priority"],
  );
  gauge("depthwire_calls_free", "Signed calls that may go out right now", (made) => {
    made.set((account?.rest ?? venue.rest).throttleStatistics().signedCalls.free);
  });
  return registry;
}
