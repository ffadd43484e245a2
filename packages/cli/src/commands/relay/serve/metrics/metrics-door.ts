import { ValidationError } from "@depthwire/core";
import { Refused } from "../../../../program/refused.js";
import type { ShownInstance } from "./instance-figures.js";
import type { MetricsAddress } from "./metrics-address.js";
import { notReady, silentThread } from "./not-ready.js";

/** Asks an instance for its figures. */
export type AskInstance = () => Promise<ShownInstance>;

/** Where the figures and the health of this process's instances are shown. */
export interface MetricsDoor {
  /** Base address; its port is the one that was had. */
  readonly url: string;
  /** Shows an instance from now on, in the place of one of its name. */
  show(name: string, ask: AskInstance): void;
  /** Stops listening. Never rejects. */
  close(): Promise<void>;
}

/** A thread that is busy for longer is none to rely on. Milliseconds. */
const answerWithinMs = 2_000;
/** Prometheus and some probes. */
const maxConnections = 50;

/**
 * Begins to show figures: `/metrics` for Prometheus, `/healthz` for probes.
 *
 * @param name of the process, which is shown as not ready until an instance is shown
 * @param allowHosts names that it may be called by beside its address
 * @throws Refused `usage` where the address cannot be had, or goes beyond this computer without a name
 */
export async function openMetrics(
  name: string,
  { host, port }: MetricsAddress,
  allowHosts: readonly string[],
): Promise<MetricsDoor> {
  // Loaded where somebody wants them: other owners start without.
  const { createHttpServer, Door, listen, openGuardSettingsOf, Router, shut } = await import(
    "@depthwire/accelerator/internal"
  );
  const { metricsRoutes } = await import("./metrics-routes.js");
  const asked = new Map<string, AskInstance>();
  const beginning: ShownInstance = { name, figures: [], notReady: notReady(undefined) };
  const instances = async (): Promise<readonly ShownInstance[]> =>
    asked.size === 0 ? [beginning] : await Promise.all([...asked].map(([one, ask]) => answered(one, ask)));
  try {
    const settings = openGuardSettingsOf({ bind: host, allowHosts, maxConnections, program: "relay" });
    // Nobody shows a key here, and nothing is posted.
    const door = new Door(settings, { apiKeyHeader: "x-depthwire-none", emptyReads: new Set() });
    const server = createHttpServer({ door, router: new Router(metricsRoutes(instances)), logger: undefined });
    const had = await listen(server, port, host);
    return {
      url: `http://${host.includes(":") ? `[${host}]` : host}:${had}`,
      show: (instance, ask) => void asked.set(instance, ask),
      close: () => shut(server),
    };
  } catch (error) {
    throw refusalOf(error, host, port) ?? error;
  }
}

/** What an instance says, or that it says nothing. */
async function answered(name: string, ask: AskInstance): Promise<ShownInstance> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<ShownInstance>((resolve) => {
    timer = setTimeout(() => resolve({ name, figures: [], notReady: [silentThread] }), answerWithinMs);
  });
  try {
    return await Promise.race([ask(), silence]);
  } finally {
    clearTimeout(timer);
  }
}

function refusalOf(error: unknown, host: string, port: number): Refused | undefined {
  if (!(error instanceof ValidationError) || error.code !== "option-invalid") {
    return undefined;
  }
  const { option, rule } = error.details as { readonly option: string; readonly rule: string };
  const typed = option === "allowHosts" ? "--allow-host" : `--metrics ${host}:${port}`;
  return new Refused("usage", `${typed}: it must be ${rule}`);
}
