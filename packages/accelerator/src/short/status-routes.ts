import type { Registry } from "prom-client";
import { noAccountInReplay } from "../replay/replay-marks.js";
import { json } from "../server/answer.js";
import type { Route } from "../server/route.js";
import { notReady } from "./health.js";
import type { ShortParts } from "./short-parts.js";

/** How the accelerator itself is. */
export function statusRoutes(parts: ShortParts): readonly Route[] {
  // Loaded when somebody wants them: the first reads of a start do not wait for it.
  let loaded: Promise<Registry> | undefined;
  const metricsOf = (): Promise<Registry> => {
    loaded ??= import("./metrics.js").then(({ createMetrics }) => createMetrics(parts));
    return loaded;
  };
  return [
    {
      method: "GET",
      path: "/health",
      summary: "What is not ready, and since when; 503 while anything is not",
      example: { ready: true, notReady: [], access: "trade", hasKey: true, halted: false, books: [] },
      answer: () => {
        const waits = notReady(parts);
        const halted = parts.account?.trader.halted !== undefined;
        const { access, account, mirror } = parts;
        const books = mirror.books.statuses();
        const about = {
          ready: waits.length === 0,
          notReady: waits,
          access,
          hasKey: account !== undefined,
          halted,
          books,
          replay: parts.replay && { ...parts.replay(), account: `none: ${noAccountInReplay}` },
          recording: parts.venue.recording?.statistics(),
        };
        return json(about, {}, waits.length === 0 ? 200 : 503);
      },
    },
    {
      method: "GET",
      path: "/queue",
      summary: "Calls that wait for their turn at the venue, by priority: cancels go first",
      example: { signedCalls: { queued: { cancel: 0, order: 2 }, free: 0 } },
      answer: () => json((parts.account?.rest ?? parts.venue.rest).throttleStatistics()),
    },
    {
      method: "GET",
      path: "/metrics",
      summary: "Figures for Prometheus",
      example: "depthwire_halted 0",
      answer: async () => {
        const metrics = await metricsOf();
        const headers = { "content-type": metrics.contentType };
        return { kind: "text", status: 200, headers, body: await metrics.metrics() };
      },
    },
  ];
}
