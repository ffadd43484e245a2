import type { AccountEvent } from "@depthwire/account";
import type { Account, Venue } from "@depthwire/client";
import type { Random } from "@depthwire/core";
import type { TraderEvent } from "@depthwire/rest";
import { answerTimeoutMs, createClientOrderIds } from "@depthwire/rest/internal";
import type { AcceleratorData } from "./data/open-data.js";
import { dropinRoutes } from "./dropin/dropin.js";
import type { Mirror } from "./dropin/mirror-reads.js";
import { DeskViews } from "./events/desk-views.js";
import { EventLog } from "./events/event-log.js";
import { eventRoutes } from "./events/event-routes.js";
import { ItemBytes } from "./events/http-sinks.js";
import type { ListenerParts } from "./events/listener.js";
import { ListenerPlaces } from "./events/listener-places.js";
import { ViewItems } from "./events/view-items.js";
import type { PageLogins } from "./guard/page-logins.js";
import { AccountMirror } from "./mirror/account-mirror.js";
import { followedAtOnce } from "./mirror/followed-at-once.js";
import { FollowedBooks } from "./mirror/followed-books.js";
import { FollowedStreams } from "./mirror/followed-streams.js";
import { KnownPairs } from "./mirror/known-pairs.js";
import { OwnWrites } from "./mirror/own-writes.js";
import { ResultMemo } from "./mirror/result-memo.js";
import { type AcceleratorOptions, usualEventWindow, usualPatienceMs } from "./options.js";
import { findEarlierOrder } from "./orders/earlier-order.js";
import { type OnceMemory, OnceOnly } from "./orders/once-only.js";
import { OrderEntry } from "./orders/order-entry.js";
import { OutcomeFence } from "./orders/outcome-fence.js";
import { dashboardRoute, newLoginRoute, pageRoutes } from "./page/page-routes.js";
import { refuseInReplay } from "./replay/replay-marks.js";
import type { Route } from "./server/route.js";
import { Router } from "./server/router.js";
import { descriptionRoute } from "./short/description.js";
import { docsRoutes } from "./short/docs-page.js";
import { openApiRoute } from "./short/openapi.js";
import type { ShortParts } from "./short/short-parts.js";
import { shortRoutes } from "./short/short-routes.js";
import type { Source } from "./source.js";

/** Answers to orders that are remembered, so that an order may be repeated. */
const keptAnswers = 10_000;

/** How what is assembled behaves: everything but where it listens and what it stands on. */
export type AssemblyOptions = Omit<AcceleratorOptions, "venue" | "port" | "data">;

/** What an accelerator stands on. */
export interface Ground {
  readonly source: Source;
  /** Undefined where nothing is kept. */
  readonly data: AcceleratorData | undefined;
  readonly random: Random;
  /** Makes a name that no other run of event numbers has. */
  readonly newRun: () => string;
  readonly logins: PageLogins;
  /** How many may listen to events at once. */
  readonly maxListeners: number;
}

/** An accelerator without its sockets. */
export interface Assembly {
  readonly parts: ShortParts;
  readonly listeners: ListenerParts;
  readonly router: Router;
}

/** The account with what is kept of it. */
interface Trading {
  readonly account: Account;
  readonly mirror: AccountMirror;
  readonly writes: OwnWrites;
  readonly fence: OutcomeFence | undefined;
  readonly orders: OrderEntry;
}

/** Makes the mirror, what changes the account, and the routes that lead there. Nothing of it knows a socket, or asks the computer for time or chance. */
export function assemble(options: AssemblyOptions, ground: Ground): Assembly {
  const parts = openParts(options, ground);
  const { logins, maxListeners } = ground;
  const listeners = {
    log: parts.events,
    books: parts.mirror.books,
    views: new ViewItems(),
    bytes: new ItemBytes(),
    desk: new DeskViews(parts),
    clock: parts.clock,
    places: new ListenerPlaces(maxListeners),
  };
  const router = new Router([...routesOf(options, parts, listeners, logins), ...pageRoutes(logins)]);
  return { parts, listeners, router };
}

/** The mirror, and what changes the account. */
function openParts(options: AssemblyOptions, ground: Ground): ShortParts {
  const { data, source, newRun } = ground;
  const { venue, clock, replay } = source;
  const { eventWindow = usualEventWindow } = options;
  const { access = "trade" } = replay === undefined ? options : ({ access: "read-only" } as const);
  const events = new EventLog(data?.events ?? newRun(), eventWindow);
  const trading = openTrading(options, ground, events);
  const { account, orders, fence } = { ...trading };
  const followed = followedAtOnce(options, replay);
  const first = { named: followed.books, found: data?.pairs.found ?? [] };
  const nowMs = (): number => clock.epochMs();
  const books = new FollowedBooks(venue, first, { nowMs, changed: (pairs) => data?.pairs.keep(pairs) });
  const known = new KnownPairs(() => restOf(venue, replay), clock);
  const mirror: Mirror = {
    books,
    known,
    account: trading?.mirror,
    writes: trading?.writes,
    memo: new ResultMemo(),
    nowMs,
  };
  const streams = new FollowedStreams(venue, clock);
  streams.follow(followed);
  const once = new OnceOnly(keptAnswers, onceMemoryOf(data, trading));
  const kept = { store: data?.store, once, replay: replay?.status };
  return { venue, account, orders, fence, ...kept, mirror, streams, events, clock, access };
}

/** @throws RefusedError before a recording, which has no calls */
function restOf(venue: Venue, replay: Source["replay"]): Venue["rest"] {
  refuseInReplay(replay?.status, "read");
  return venue.rest;
}

/** Undefined where nothing outlives the process. */
function onceMemoryOf(data: AcceleratorData | undefined, trading: Trading | undefined): OnceMemory | undefined {
  const { account, fence, writes } = { ...trading };
  if (data === undefined || account === undefined || fence === undefined || writes === undefined) {
    return undefined;
  }
  return { answers: data.answers, earlierOrder: (id) => findEarlierOrder({ account, fence, writes }, id) };
}

function routesOf(
  options: AssemblyOptions,
  parts: ShortParts,
  listeners: ListenerParts,
  logins: PageLogins,
): readonly Route[] {
  const { patienceMs = usualPatienceMs, token } = options;
  const openTo = token === undefined ? "everybody" : "token-holders";
  const own = [
    ...shortRoutes(parts),
    ...eventRoutes(listeners),
    ...docsRoutes(),
    dashboardRoute(),
    newLoginRoute(logins),
  ];
  const openApi = openApiRoute(() => [root, ...own]);
  const all = [...own, openApi, ...dropinRoutes({ ...parts, openTo, patienceMs })];
  const root = descriptionRoute(all);
  return [root, ...all];
}

function openTrading(
  options: AssemblyOptions,
  { source: { venue, clock }, data, random }: Ground,
  events: EventLog,
): Trading | undefined {
  const { credential, trader, logger, patienceMs = usualPatienceMs } = options;
  if (credential === undefined) {
    return undefined;
  }
  const intents = data?.intents ?? options.intents;
  const listener = (event: TraderEvent): void => {
    trader?.listener?.(event);
    const { kind, ...told } = event;
    events.append(kind, told);
  };
  const delivered = data?.facts.delivered;
  const account = venue.account(credential, { trader: { ...trader, listener }, intents, delivered });
  const mirror = new AccountMirror(account, clock, patienceMs);
  // One batch holds the event and that it was told: neither is ever kept without the other.
  mirror.onEvent((event) => events.append(event.kind, toldOf(event), data?.facts.marksOf(event)));
  const writes = new OwnWrites(mirror, clock);
  void mirror.follow().catch((error: unknown) => {
    logger?.log("error", "account-refused", { error: error instanceof Error ? error.message : "unknown" });
  });
  const fence =
    intents === undefined ? undefined : new OutcomeFence(account, { clock, logger, begun: data?.facts.begun });
  const newClientOrderId = createClientOrderIds(clock, random);
  const waits = { patienceMs, answerTimeoutMs: answerTimeoutMs(trader?.outcomes) };
  const orders = new OrderEntry({ account, mirror, writes, fence, clock, newClientOrderId, ...waits });
  return { account, mirror, writes, fence, orders };
}

/** What is told of an event: of a fill, itself; of everything else, all but its kind. */
function toldOf(event: AccountEvent): object {
  if (event.kind === "fill") {
    return event.fill;
  }
  const { kind: _, ...told } = event;
  return told;
}
