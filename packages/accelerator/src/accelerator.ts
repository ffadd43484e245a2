import { randomBytes } from "node:crypto";
import type { AccountEvent } from "@depthwire/account";
import type { Account, Venue } from "@depthwire/client";
import { type Credential, ValidationError } from "@depthwire/core";
import { headerName } from "@depthwire/core/internal";
import type { TraderEvent } from "@depthwire/rest";
import { answerTimeoutMs, createClientOrderIds } from "@depthwire/rest/internal";
import { signedHeaders } from "@depthwire/schema/internal";
import { openDataOf } from "./data/data-of-options.js";
import type { DataStore } from "./data/data-store.js";
import type { AcceleratorData } from "./data/open-data.js";
import { dropinRoutes } from "./dropin/dropin.js";
import type { Mirror } from "./dropin/mirror-reads.js";
import { emptyReads } from "./dropin/operations.js";
import { DeskViews } from "./events/desk-views.js";
import { EventLog } from "./events/event-log.js";
import { acceptListeners, eventRoutes } from "./events/event-routes.js";
import { ItemBytes } from "./events/http-sinks.js";
import type { ListenerParts } from "./events/listener.js";
import { ListenerPlaces } from "./events/listener-places.js";
import { ViewItems } from "./events/view-items.js";
import { Door } from "./guard/door.js";
import { guardSettingsOf } from "./guard/guard-options.js";
import { PageLogins } from "./guard/page-logins.js";
import { AccountMirror } from "./mirror/account-mirror.js";
import { followedAtOnce } from "./mirror/followed-at-once.js";
import { FollowedBooks } from "./mirror/followed-books.js";
import { FollowedStreams } from "./mirror/followed-streams.js";
import { KnownPairs } from "./mirror/known-pairs.js";
import { OwnWrites } from "./mirror/own-writes.js";
import { ResultMemo } from "./mirror/result-memo.js";
import { type AcceleratorOptions, usualEventWindow, usualPatienceMs, usualPort } from "./options.js";
import { findEarlierOrder } from "./orders/earlier-order.js";
import { type OnceMemory, OnceOnly } from "./orders/once-only.js";
import { OrderEntry } from "./orders/order-entry.js";
import { OutcomeFence } from "./orders/outcome-fence.js";
import { dashboardRoute, loginAddress, newLoginRoute, pagePath, pageRoutes } from "./page/page-routes.js";
import { marksOf, refuseInReplay } from "./replay/replay-marks.js";
import type { ReplayStatus } from "./replay/replayed-venue.js";
import { createHttpServer, listen, shut } from "./server/http-server.js";
import type { Route } from "./server/route.js";
import { Router } from "./server/router.js";
import { descriptionRoute } from "./short/description.js";
import { docsRoutes } from "./short/docs-page.js";
import { openApiRoute } from "./short/openapi.js";
import type { ShortParts } from "./short/short-parts.js";
import { shortRoutes } from "./short/short-routes.js";
import { openSource, type Source } from "./source.js";

/** Answers to orders that are remembered, so that an order may be repeated. */
const keptAnswers = 10_000;

/** Random bytes of a one-time code and of a login: nobody guesses 128 bits, and the address that has them fits a line of 80 letters. */
const loginBytes = 16;

/** A running accelerator. */
export interface Accelerator {
  readonly port: number;
  /** Base address. */
  readonly url: string;
  /** The account, for a program that trades beside it; undefined without a key. */
  readonly account: Account | undefined;
  /** How far a replay has come; undefined before a venue. */
  readonly replay: (() => ReplayStatus) | undefined;
  /**
   * Uses another key of the same user from now on; calls that are on their way end under the one before. A key that cannot be used changes nothing.
   *
   * @throws as `Account.rotate`; ValidationError `credential-invalid` also where it was opened without a key
   */
  rotate(credential: Credential): Promise<void>;
  /** An address that opens the dashboard once, within minutes; another one when it was used. Where no token is wanted it stays good. */
  pageAddress(): string;
  /** What it keeps beyond its end; undefined where nothing is kept. */
  readonly data: DataStore | undefined;
  /** Ends everything and frees the port. Nothing is cancelled. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The account with what is kept of it. */
interface Trading {
  readonly account: Account;
  readonly mirror: AccountMirror;
  readonly writes: OwnWrites;
  readonly fence: OutcomeFence | undefined;
  readonly orders: OrderEntry;
}

/**
 * Mirrors a venue and offers it unsigned over HTTP on this computer.
 *
 * @throws ValidationError `option-invalid`; TransportError `aborted`; StoreError of the data
 */
export async function openAccelerator(options: AcceleratorOptions): Promise<Accelerator> {
  const guard = guardSettingsOf(options);
  const { logger } = options;
  const source = await openSource(options);
  const { clock, replay } = source;
  let data: AcceleratorData | undefined;
  try {
    data = await openDataOf(options, clock);
    const parts = assemble(options, { source, data });
    const listeners = {
      log: parts.events,
      books: parts.mirror.books,
      views: new ViewItems(),
      bytes: new ItemBytes(),
      desk: new DeskViews(parts),
      clock,
      places: new ListenerPlaces(guard.maxConnections),
    };
    const apiKeyHeader = headerName(signedHeaders.apiKey, source.serviceName);
    const logins = new PageLogins({
      nowMs: () => Date.now(),
      randomText: () => randomBytes(loginBytes).toString("base64url"),
    });
    const door = new Door(guard, { apiKeyHeader: apiKeyHeader.toLowerCase(), emptyReads: emptyReads(), logins });
    const router = new Router([...routesOf(options, parts, listeners, logins), ...pageRoutes(logins)]);
    const server = createHttpServer({ door, router, logger, ...marksOf(replay) });
    const endListeners = acceptListeners(server, door, listeners);
    const port = await listen(server, options.port ?? usualPort, guard.bind);
    replay?.begin(() => parts.events.append("replay", replay.status()));
    let closing: Promise<void> | undefined;
    const end = async (): Promise<void> => {
      endListeners();
      await shut(server);
      await source.close();
      await data?.close();
    };
    const close = (): Promise<void> => {
      closing ??= end();
      return closing;
    };
    const url = urlOf(guard.bind, port);
    const pageAddress = (): string =>
      options.token === undefined ? `${url}${pagePath}` : loginAddress(url, logins.shownCode());
    return {
      port,
      url,
      account: parts.account,
      replay: replay?.status,
      data: parts.store,
      rotate: (next) => rotateKey(parts, next),
      pageAddress,
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await source.close();
    await data?.close();
    throw error;
  }
}

async function rotateKey({ account, events }: ShortParts, credential: Credential): Promise<void> {
  if (account === undefined) {
    throw new ValidationError("credential-invalid", {
      part: "key",
      rule: "given at the start, where one is to be used",
    });
  }
  await account.rotate(credential);
  events.append("key", { state: "rotated" });
}

/** What everything else is made of. */
interface Ground {
  readonly source: Source;
  readonly data: AcceleratorData | undefined;
}

/** The mirror, and what changes the account. */
function assemble(options: AcceleratorOptions, ground: Ground): ShortParts {
  const { data, source } = ground;
  const { venue, clock, replay } = source;
  const { eventWindow = usualEventWindow } = options;
  const { access = "trade" } = replay === undefined ? options : ({ access: "read-only" } as const);
  const events = new EventLog(data?.events ?? Date.now().toString(36), eventWindow);
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
  const { account, fence } = { ...trading };
  if (data === undefined || account === undefined || fence === undefined) {
    return undefined;
  }
  return { answers: data.answers, earlierOrder: (id) => findEarlierOrder({ account, fence }, id) };
}

function routesOf(
  options: AcceleratorOptions,
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
  options: AcceleratorOptions,
  { source: { venue, clock }, data }: Ground,
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
  const newClientOrderId = createClientOrderIds(clock, Math.random);
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

function urlOf(bind: string, port: number): string {
  const host = bind === "0.0.0.0" || bind === "::" ? "127.0.0.1" : bind;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
