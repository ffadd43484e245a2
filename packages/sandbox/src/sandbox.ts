import type { Server } from "node:http";
import { ValidationError } from "@depthwire/core";
import type { ExchangeView } from "@depthwire/exchange";
import {
  assembleSandbox,
  operatorSnapshots,
  pushServicesOf,
  restServicesOf,
  runSandbox,
  type SandboxParts,
} from "./assemble.js";
import type { FaultPlan } from "./faults/fault-plan.js";
import { Door } from "./guard/door.js";
import { type JournalGate, keepIn } from "./journal/keep-in.js";
import type { StartRecovery } from "./journal/recover.js";
import type { MarketStatus } from "./market/market-player.js";
import { nodePorts } from "./node/node-ports.js";
import { createSystemClock } from "./node/system-clock.js";
import { type SandboxOperator, sandboxOperator } from "./operator.js";
import { castOf, type SandboxOptions, type SandboxSettings, settingsOf } from "./options.js";
import { scenarioOf } from "./play/scenario-option.js";
import type { Profile } from "./profile.js";
import { acceptConnections } from "./push/accept-connections.js";
import type { Hub } from "./push/hub.js";
import { pushPath } from "./push/push-path.js";
import { createRoutes } from "./rest/routes.js";
import { createHttpServer, listen, shut } from "./server.js";
import { type ForkDesk, Forks } from "./snapshots/fork-desk.js";
import { forkedExchange, forkSettings } from "./snapshots/forked.js";
import type { Snapshots } from "./snapshots/snapshots.js";
import type { VenueSnapshot } from "./snapshots/venue-snapshots.js";
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

/** How a fork is set up. */
export interface ForkOptions {
  /** TCP port for HTTP and WebSocket; 0: any free one (the default). */
  readonly port?: number;
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
  /** The demo account's key and secret, for `new Credential(sandbox.credential)`. They open nothing but this sandbox. */
  readonly credential: { readonly apiKey: string; readonly apiSecret: string };
  /** The demo account's user id. */
  readonly userId: number;
  readonly pairs: readonly string[];
  /** Faults on demand. */
  readonly faults: FaultPlan;
  /** Copies of the venue as it was: going back to one, beginning a second venue from one. */
  readonly snapshots: Snapshots<Promise<Sandbox>, ForkOptions>;
  /** The venue's time, its latency, scenarios and exports: what the operator's addresses do, as calls. */
  readonly operator: SandboxOperator;
  /** The truth, for reading. */
  readonly exchange: ExchangeView;
  /** How far the recorded market is; nothing where the sandbox has another. */
  readonly market: MarketStatus | undefined;
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

/** Begins the work for the first who asks; everybody waits for the same end. */
function doneOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
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

/** Where a sandbox comes from beside its settings. */
interface Origin {
  readonly gate: JournalGate;
  /** From which it begins; absent: from its own beginning or its directory. */
  readonly snapshot?: VenueSnapshot;
  /** All forks of the first sandbox. */
  readonly forks: Forks<Sandbox>;
}

/**
 * Starts an exchange with its HTTP and WebSocket server on one port.
 *
 * @throws ValidationError `option-invalid`
 * @throws StoreError `store-absent`, `store-locked`, `store-foreign`, `store-version`, `store-settings`, `store-changed`, `store-older`,
 * `store-corrupt`, `store-failed`
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  if (Object(options) !== options) {
    throw new ValidationError("option-invalid", { option: "options", rule: "an object, or absent" });
  }
  const settings = settingsOf(options, { ...nodePorts, clock: createSystemClock() });
  const gate = await keepIn(settings);
  await checkKeptAccounts(options, settings, gate);
  return launch(settings, { gate, forks: new Forks() });
}

/** Looks whether a scenario names accounts that the directory does not have. @throws ValidationError `option-invalid` */
async function checkKeptAccounts(
  { scenario }: SandboxOptions,
  settings: SandboxSettings,
  { kept }: JournalGate,
): Promise<void> {
  if (scenario === undefined || kept === undefined) {
    return;
  }
  const { users } = kept.exchange.state;
  try {
    scenarioOf(scenario, castOf(settings, { hasAccount: (account) => users.has(account) }));
  } catch (error) {
    await kept.journal.close();
    throw error;
  }
}

async function fork(
  settings: SandboxSettings,
  snapshot: VenueSnapshot,
  forks: Forks<Sandbox>,
  port: number,
): Promise<Sandbox> {
  const own: SandboxSettings = { ...forkSettings(settings), port, whenPortIsTaken: "refuse" };
  return forks.open(snapshot.name, async () => launch(own, { gate: await keepIn(own), snapshot, forks }));
}

type ForkAt = (name: string, port?: number) => Promise<Sandbox>;

function forkDesk(forks: Forks<Sandbox>, forkAt: ForkAt): ForkDesk {
  return {
    open: async (name, wanted) => {
      const { port, restUrl, pushUrl } = await forkAt(name, wanted);
      return { snapshot: name, port, restUrl, pushUrl };
    },
    list: () => forks.list(),
    end: (port) => forks.end(port),
  };
}

/** What is known of a sandbox by its parts and settings alone. */
function factsOf(
  { account, faults, host, hub, feeds }: SandboxParts,
  { profile, serviceName, markets }: SandboxSettings,
): Pick<Sandbox, "profile" | "serviceName" | "credential" | "userId" | "pairs" | "faults" | "exchange" | "statistics"> {
  return {
    profile,
    serviceName,
    credential: { apiKey: account.apiKey, apiSecret: account.apiSecret },
    userId: account.userId,
    pairs: markets.map((market) => market.pair),
    faults,
    exchange: host.exchange,
    statistics: () => ({
      connections: hub.size,
      messagesPublished: feeds.messagesPublished,
      cutForSlowness: hub.cutForSlowness,
    }),
  };
}

async function launch(settings: SandboxSettings, { gate, snapshot, forks }: Origin): Promise<Sandbox> {
  const given = snapshot === undefined ? gate.kept : forkedExchange(settings, snapshot);
  const parts = assembleSandbox(settings, given);
  const { host, hub, faults, snapshots, scenarios } = parts;
  // The port is known once the server listens, and nobody asks before.
  const addresses = { rest: "", push: "" };
  const { maxBufferedBytes, wireForms, guard } = settings;
  const door = new Door(guard, parts.refusalLog, parts.barrier);
  const forkAt: ForkAt = async (name, port = 0) => fork(settings, snapshots.find(name), forks, port);
  const services = restServicesOf(parts, settings, addresses, forkDesk(forks, forkAt));
  const server = createHttpServer(createRoutes(services), door);
  const hasEnded = (): boolean => host.hasEnded;
  const push = pushServicesOf(parts, settings);
  const { hold } = gate;
  acceptConnections(server, { ...push, door, faults, maxBufferedBytes, wireForms, hasEnded, hold });
  const port = await listenOrRelease(server, settings, gate);
  addresses.rest = originOf("http", guard.host, port);
  addresses.push = originOf("ws", guard.host, port) + pushPath;
  const stop = runSandbox(parts, settings);
  if (snapshot !== undefined) {
    snapshots.adopt(snapshot);
  }
  gate.onFailure(() => {
    stop();
    hub.cutAll();
  });

  const close = doneOnce(async () => {
    stop();
    snapshots.end();
    if (snapshot === undefined) {
      forks.beginNoMore();
    }
    // Before the connections: nobody is to wait for what comes late no more.
    parts.clock.end();
    await endConnections(hub);
    await shut(server);
    await gate.kept?.journal.close();
    await (snapshot === undefined ? forks.closeAll() : forks.forget(sandbox));
  });
  const sandbox: Sandbox = {
    port,
    restUrl: addresses.rest,
    pushUrl: addresses.push,
    ...factsOf(parts, settings),
    snapshots: { ...operatorSnapshots(snapshots, scenarios), fork: (name, options) => forkAt(name, options?.port) },
    get market() {
      return settings.market?.status();
    },
    operator: sandboxOperator(services),
    recovery: gate.kept?.recovery,
    get failure() {
      return gate.failure();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return sandbox;
}
