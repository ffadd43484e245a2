import type { Server } from "node:http";
import type { ExchangeView } from "@depthwire/exchange";
import { assembleSandbox, pushServicesOf, restServicesOf, runSandbox } from "./assemble.js";
import type { FaultPlan } from "./faults/fault-plan.js";
import { Door } from "./guard/door.js";
import { type JournalGate, keepIn } from "./journal/keep-in.js";
import type { StartRecovery } from "./journal/recover.js";
import { nodePorts } from "./node/node-ports.js";
import { createSystemClock } from "./node/system-clock.js";
import { type SandboxOptions, type SandboxSettings, settingsOf } from "./options.js";
import type { Profile } from "./profile.js";
import { acceptConnections } from "./push/accept-connections.js";
import type { Hub } from "./push/hub.js";
import { pushPath } from "./push/push-path.js";
import { createRoutes } from "./rest/routes.js";
import { createHttpServer, listen, shut } from "./server.js";
import type { StoreError } from "./store/store-error.js";

/** How long clients have for their goodbye, in milliseconds. */
const goodbyeMs = 200;

/** Counts of a running sandbox. */
export interface SandboxStatistics {
  readonly connections: number;
  /** Depth publications that somebody listened to. */
  readonly messagesPublished: number;
  /** Clients cut off because they did not read. */
  readonly cutForSlowness: number;
}

/** A running sandbox. */
export interface Sandbox {
  readonly port: number;
  /** Base address of the REST interface. */
  readonly restUrl: string;
  /** Address of both push protocols. */
  readonly pushUrl: string;
  readonly profile: Profile;
  readonly serviceName: string;
  /** The demo account's key and secret. They open nothing but this sandbox. */
  readonly credential: { readonly apiKey: string; readonly apiSecret: string };
  /** The demo account's user id. */
  readonly userId: number;
  readonly pairs: readonly string[];
  /** Faults on demand. */
  readonly faults: FaultPlan;
  /** The truth, for reading. */
  readonly exchange: ExchangeView;
  /** What the start found in the data directory; nothing without one. */
  readonly recovery: StartRecovery | undefined;
  /** Why the data directory can no longer keep anything; undefined while it can. `close()` may find it too. */
  readonly failure: StoreError | undefined;
  statistics(): SandboxStatistics;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

function originOf(scheme: "http" | "ws", host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `${scheme}://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

async function endConnections(hub: Hub): Promise<void> {
  hub.closeAll();
  const deadline = Date.now() + goodbyeMs;
  while (hub.size > 0 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  hub.cutAll();
}

/** Listens once the first commands are kept. The data directory is free again when that or the rest cannot be had. */
async function listenOrRelease(server: Server, settings: SandboxSettings, gate: JournalGate): Promise<number> {
  const { port, whenPortIsTaken, guard } = settings;
  try {
    await gate.kept?.journal.kept();
    return await listen(server, { host: guard.host, port, whenPortIsTaken });
  } catch (error) {
    await gate.kept?.journal.close();
    throw error;
  }
}

/**
 * Starts an exchange with its HTTP and WebSocket server on one port.
 *
 * @throws ValidationError `option-invalid`
 * @throws StoreError `store-absent`, `store-locked`, `store-foreign`, `store-version`, `store-settings`, `store-changed`, `store-older`,
 * `store-corrupt`, `store-failed`
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = settingsOf(options, { ...nodePorts, clock: createSystemClock() });
  const gate = await keepIn(settings);
  const parts = assembleSandbox(settings, gate.kept);
  const { host, hub, feeds, faults, account } = parts;
  // The port is known once the server listens, and nobody asks before.
  const addresses = { rest: "", push: "" };
  const { maxBufferedBytes, wireForms, guard, logger } = settings;
  const door = new Door(guard, logger, parts.barrier);
  const server = createHttpServer(createRoutes(restServicesOf(parts, settings, addresses)), door);
  const hasEnded = (): boolean => host.hasEnded;
  const push = pushServicesOf(parts, settings);
  const { hold } = gate;
  acceptConnections(server, { ...push, door, faults, maxBufferedBytes, wireForms, hasEnded, hold });
  const port = await listenOrRelease(server, settings, gate);
  addresses.rest = originOf("http", guard.host, port);
  addresses.push = originOf("ws", guard.host, port) + pushPath;
  const stop = runSandbox(parts, settings);
  gate.onFailure(() => {
    stop();
    hub.cutAll();
  });

  let closing: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    stop();
    // Before the connections: nobody is to wait for what comes late no more.
    parts.clock.end();
    await endConnections(hub);
    await shut(server);
    await gate.kept?.journal.close();
  };
  const close = (): Promise<void> => {
    closing ??= end();
    return closing;
  };
  return {
    port,
    restUrl: addresses.rest,
    pushUrl: addresses.push,
    profile: settings.profile,
    serviceName: settings.serviceName,
    credential: { apiKey: account.apiKey, apiSecret: account.apiSecret },
    userId: account.userId,
    pairs: settings.markets.map((market) => market.pair),
    faults,
    exchange: host.exchange,
    recovery: gate.kept?.recovery,
    get failure() {
      return gate.failure();
    },
    statistics: () => ({
      connections: hub.size,
      messagesPublished: feeds.messagesPublished,
      cutForSlowness: hub.cutForSlowness,
    }),
    close,
    [Symbol.asyncDispose]: close,
  };
}
