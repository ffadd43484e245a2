import { jsonText, type Route } from "@depthwire/accelerator/internal";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { ShownInstance } from "./instance-figures.js";
import { prometheusRegistry } from "./prometheus-text.js";

/** Gauges of prom-client whose names are those of counters: Prometheus's own check refuses them. */
const misnamed = ["nodejs_active_handles_total", "nodejs_active_requests_total", "nodejs_active_resources_total"];

/** What answers under the address of `--metrics`. */
export function metricsRoutes(instances: () => Promise<readonly ShownInstance[]>): readonly Route[] {
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  for (const metric of misnamed) {
    ofProcess.removeSingleMetric(metric);
  }
  return [
    {
      method: "GET",
      path: "/",
      summary: "What is here",
      answer: () => jsonText(JSON.stringify({ paths: ["/metrics", "/healthz"] })),
    },
    {
      method: "GET",
      path: "/metrics",
      summary: "Figures for Prometheus",
      answer: async () => {
        const all = Registry.merge([ofProcess, prometheusRegistry(await instances())]);
        return { kind: "text", status: 200, headers: { "content-type": all.contentType }, body: await all.metrics() };
      },
    },
    {
      method: "GET",
      path: "/healthz",
      summary: "Whether the bus and the stores hear it; 503 and why while they do not",
      answer: async () => {
        const shown = await instances();
        const notReady = shown.flatMap((one) => one.notReady.map((wait) => ({ name: one.name, ...wait })));
        const ready = notReady.length === 0;
        const about = { ready, notReady, instances: shown.map(({ name }) => name) };
        return jsonText(JSON.stringify(about), {}, ready ? 200 : 503);
      },
    },
  ];
}
