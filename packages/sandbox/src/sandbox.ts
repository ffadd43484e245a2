import { encodePing } from "@depthwire/core";
import { ApiKeys, demoAccount } from "./api-keys.js";
import { every } from "./beat.js";
import type { ExchangeView } from "./exchange/exchange.js";
import { createRandomState, nextHex } from "./exchange/random-state.js";
import { ExchangeHost } from "./exchange-host.js";
import { FaultPlan } from "./faults/fault-plan.js";
import { type SandboxOptions, type SandboxSettings, settingsOf } from "./options.js";
import { type Profile, profileRules } from "./profile.js";
import { acceptConnections, pushPath } from "./push/accept-connections.js";
import { DepthPublisher } from "./push/depth-publisher.js";
import { FrameWriter } from "./push/frame-writer.js";
import { Hub } from "./push/hub.js";
import { createRoutes } from "./rest/routes.js";
import { createHttpServer, listen, shut } from "./server.js";

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
  statistics(): SandboxStatistics;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

function originOf(scheme: "http" | "ws", host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `${scheme}://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

function createHub(settings: SandboxSettings, frames: FrameWriter): { hub: Hub; stopPings: () => void } {
  const hub = new Hub();
  const rules = profileRules[settings.profile];
  const stopPings = every(settings.clock, settings.pingIntervalMs, () => {
    hub.pingAll(rules.ping === "json" ? frames.notice(encodePing(settings.clock.epochMs())) : undefined);
  });
  return { hub, stopPings };
}

async function endConnections(hub: Hub): Promise<void> {
  hub.closeAll();
  const deadline = Date.now() + goodbyeMs;
  while (hub.size > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
  hub.cutAll();
}

/**
 * Starts an exchange with its HTTP and WebSocket server on one port.
 *
 * @throws ValidationError `option-invalid`
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = settingsOf(options);
  const { seed, markets, clock, depthIntervalMs, tickIntervalMs, maxBufferedBytes, profile } = settings;
  const account = demoAccount(seed);
  const keys = new ApiKeys([account], nextHex(createRandomState(seed, "decoy"), 40));
  const faults = new FaultPlan(seed);
  const frames = new FrameWriter(profileRules[profile], settings.plainBelowBytes);
  const host = new ExchangeHost({ seed, markets }, clock);
  const { hub, stopPings } = createHub(settings, frames);
  const depth = new DepthPublisher({ host, hub, frames, faults, clock, depthIntervalMs });

  let port = settings.port;
  const addresses = (): { rest: string; push: string } => ({
    rest: originOf("http", settings.host, port),
    push: originOf("ws", settings.host, port) + pushPath,
  });
  const server = createHttpServer(createRoutes({ host, depth, faults, addresses, logger: settings.logger }));
  const hasPair = (pair: string): boolean => host.exchange.market(pair) !== undefined;
  acceptConnections(server, { hub, frames, depth, keys, hasPair, faults, maxBufferedBytes });
  try {
    port = await listen(server, settings.port, settings.host);
  } catch (error) {
    stopPings();
    throw error;
  }
  const stopTime = host.start(
    { tickIntervalMs, depthIntervalMs },
    (pair) => depth.isWanted(pair),
    (pair) => depth.publish(pair),
  );

  let closing: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    stopTime();
    stopPings();
    depth.stop();
    await endConnections(hub);
    await shut(server);
  };
  const close = (): Promise<void> => {
    closing ??= end();
    return closing;
  };
  return {
    port,
    restUrl: addresses().rest,
    pushUrl: addresses().push,
    profile,
    serviceName: settings.serviceName,
    credential: { apiKey: account.apiKey, apiSecret: account.apiSecret },
    userId: account.userId,
    pairs: markets.map((market) => market.pair),
    faults,
    exchange: host.exchange,
    statistics: () => ({
      connections: hub.size,
      messagesPublished: depth.messagesPublished,
      cutForSlowness: hub.cutForSlowness,
    }),
    close,
    [Symbol.asyncDispose]: close,
  };
}
