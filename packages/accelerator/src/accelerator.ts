import { randomBytes } from "node:crypto";
import type { AccountEvent } from "@depthwire/account";
import type { Account, Venue } from "@depthwire/client";
import type { Clock } from "@depthwire/core";
import { headerName } from "@depthwire/core/internal";
import { connect, createNodeClock } from "@depthwire/node";
import type { TraderEvent } from "@depthwire/rest";
import { createClientOrderIds } from "@depthwire/rest/internal";
import { defaultServiceName } from "@depthwire/schema";
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
import type { ListenerParts } from "./events/listener.js";
import { ViewTexts } from "./events/view-texts.js";
import { Door } from "./guard/door.js";
import { guardSettingsOf } from "./guard/guard-options.js";
import { PageLogins } from "./guard/page-logins.js";
import { AccountMirror } from "./mirror/account-mirror.js";
import { FollowedBooks } from "./mirror/followed-books.js";
import { FollowedStreams } from "./mirror/followed-streams.js";
import { OwnWrites } from "./mirror/own-writes.js";
import { ResultMemo } from "./mirror/result-memo.js";
import { type AcceleratorOptions, usualEventWindow, usualPatienceMs, usualPort } from "./options.js";
import { findEarlierOrder } from "./orders/earlier-order.js";
import { type OnceMemory, OnceOnly } from "./orders/once-only.js";
import { OrderEntry } from "./orders/order-entry.js";
import { OutcomeFence } from "./orders/outcome-fence.js";
import { loginAddress, newLoginRoute, pagePath, pageRoutes } from "./page/page-routes.js";
import { createHttpServer, listen, shut } from "./server/http-server.js";
import type { Route } from "./server/route.js";
import { Router } from "./server/router.js";
import { descriptionRoute } from "./short/description.js";
import { docsRoutes } from "./short/docs-page.js";
import { openApiRoute } from "./short/openapi.js";
import type { ShortParts } from "./short/short-parts.js";
import { shortRoutes } from "./short/short-routes.js";

/** Answers to orders that are remembered, so that an order may be repeated. */
const keptAnswers = 10_000;

/** A running accelerator. */
export interface Accelerator {
  readonly port: number;
  /** Base address. */
  readonly url: string;
  /** The account, for a program that trades beside it; undefined without a key. */
  readonly account: Account | undefined;
  /** A new address of the dashboard: it opens once, within ten minutes. Where no token is wanted it stays good. */
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
  const clock = createNodeClock();
  const { venue: address, pairs = [], logger } = options;
  const data = await openDataOf(options, clock);
  const venue = connect({ ...address, expectedPairs: pairs.length, logger });
  try {
    const parts = assemble(options, { venue, clock, data });
    const listeners = {
      log: parts.events,
      books: parts.mirror.books,
      views: new ViewTexts(),
      desk: new DeskViews(parts),
      clock,
    };
    const apiKeyHeader = headerName(signedHeaders.apiKey, address.serviceName ?? defaultServiceName);
    const logins = new PageLogins({
      nowMs: () => clock.epochMs(),
      randomText: () => randomBytes(32).toString("base64url"),
    });
    const door = new Door(guard, { apiKeyHeader: apiKeyHeader.toLowerCase(), emptyReads: emptyReads(), logins });
    const router = new Router([...routesOf(options, parts, listeners, logins), ...pageRoutes(logins)]);
    const server = createHttpServer({ door, router, logger });
    const endListeners = acceptListeners(server, door, listeners);
    const port = await listen(server, options.port ?? usualPort, guard.bind);
    let closing: Promise<void> | undefined;
    const end = async (): Promise<void> => {
      endListeners();
      await shut(server);
      await venue.close();
      await data?.close();
    };
    const close = (): Promise<void> => {
      closing ??= end();
      return closing;
    };
    const url = urlOf(guard.bind, port);
    const pageAddress = (): string =>
      options.token === undefined ? `${url}${pagePath}` : loginAddress(url, logins.createCode());
    const { account, store } = parts;
    return { port, url, account, data: store, pageAddress, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await venue.close();
    await data?.close();
    throw error;
  }
}

/** What everything else is made of. */
interface Ground {
  readonly venue: Venue;
  readonly clock: Clock;
  readonly data: AcceleratorData | undefined;
}

/** The mirror, and what changes the account. */
function assemble(options: AcceleratorOptions, ground: Ground): ShortParts {
  const { venue, clock, data } = ground;
  const { pairs = [], access = "trade", eventWindow = usualEventWindow } = options;
  const events = new EventLog(data?.events ?? clock.epochMs().toString(36), eventWindow);
  const trading = openTrading(options, ground, events);
  const { account, orders, fence } = { ...trading };
  const books = new FollowedBooks(venue, [...new Set([...pairs, ...(data?.pairs.found ?? [])])], (followed) =>
    data?.pairs.keep(followed),
  );
  const nowMs = (): number => clock.epochMs();
  const mirror: Mirror = { books, account: trading?.mirror, writes: trading?.writes, memo: new ResultMemo(), nowMs };
  const streams = new FollowedStreams(venue, clock);
  const once = new OnceOnly(keptAnswers, onceMemoryOf(data, trading));
  return { venue, account, orders, fence, store: data?.store, once, mirror, streams, events, clock, access };
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
  const own = [...shortRoutes(parts), ...eventRoutes(listeners), ...docsRoutes(), newLoginRoute(logins)];
  const openApi = openApiRoute(() => [root, ...own]);
  const all = [...own, openApi, ...dropinRoutes({ ...parts, openTo, patienceMs })];
  const root = descriptionRoute(all);
  return [root, ...all];
}

function openTrading(
  options: AcceleratorOptions,
  { venue, clock, data }: Ground,
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
  const mirror = new AccountMirror(account, clock);
  // One batch holds the event and that it was told: neither is ever kept without the other.
  mirror.onEvent((event) => events.append(event.kind, toldOf(event), data?.facts.marksOf(event)));
  const writes = new OwnWrites(mirror, clock);
  void mirror.follow().catch((error: unknown) => {
    logger?.log("error", "account-refused", { error: error instanceof Error ? error.message : "unknown" });
  });
  const fence = intents === undefined ? undefined : new OutcomeFence(account, clock, logger);
  const newClientOrderId = createClientOrderIds(clock, Math.random);
  const orders = new OrderEntry({ account, mirror, writes, fence, clock, newClientOrderId, patienceMs });
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
