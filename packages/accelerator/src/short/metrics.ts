import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { notReady } from "./health.js";
import type { ShortParts } from "./short-parts.js";

/** Adds one gauge. */
type AddGauge = (name: string, help: string, collect: (gauge: Gauge<string>) => void, labelNames?: string[]) => void;

/** What `/metrics` shows. Figures are read when they are asked for. */
export function createMetrics(parts: ShortParts): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge: AddGauge = (name, help, collect, labelNames = []) => {
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
  gauge(
    "depthwire_events_total",
    "Number of the newest event: those told since the start, with --data since the first one",
    (made) => made.set(events.last),
  );
  aboutData(gauge, parts);
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

/** What is kept, and what waits for it. */
function aboutData(gauge: AddGauge, { store, fence }: ShortParts): void {
  gauge("depthwire_data_failed", "1 while nothing more can be kept, so that no order is sent", (made) =>
    made.set(store?.failure === undefined ? 0 : 1),
  );
  gauge("depthwire_orders_fenced", "Opening orders that wait until earlier outcomes are known", (made) =>
    made.set(fence?.state.waiting ?? 0),
  );
}
