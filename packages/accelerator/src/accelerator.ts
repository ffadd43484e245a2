import type { Account, Venue } from "@depthwire/client";
import type { Clock } from "@depthwire/core";
import { headerName } from "@depthwire/core/internal";
import { connect, createNodeClock } from "@depthwire/node";
import { defaultServiceName } from "@depthwire/schema";
import { signedHeaders } from "@depthwire/schema/internal";
import { dropinRoutes } from "./dropin/dropin.js";
import type { Mirror } from "./dropin/mirror-reads.js";
import { Door } from "./guard/door.js";
import { guardSettingsOf } from "./guard/guard-options.js";
import { AccountMirror } from "./mirror/account-mirror.js";
import { FollowedBooks } from "./mirror/followed-books.js";
import { OwnWrites } from "./mirror/own-writes.js";
import { type AcceleratorOptions, usualPatienceMs, usualPort } from "./options.js";
import { OrderEntry } from "./orders/order-entry.js";
import { createHttpServer, listen, shut } from "./server/http-server.js";
import { Router } from "./server/router.js";

/** A running accelerator. */
export interface Accelerator {
  readonly port: number;
  /** Base address. */
  readonly url: string;
  /** Ends everything and frees the port. Nothing is cancelled. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The account with what is kept of it. */
interface Trading {
  readonly account: Account;
  readonly mirror: AccountMirror;
  readonly writes: OwnWrites;
  readonly orders: OrderEntry;
}

/**
 * Mirrors a venue and offers it unsigned over HTTP on this computer.
 *
 * @throws ValidationError `option-invalid`; TransportError `aborted`
 */
export async function openAccelerator(options: AcceleratorOptions): Promise<Accelerator> {
  const { venue: address, pairs = [], access = "trade", logger, patienceMs = usualPatienceMs } = options;
  const guard = guardSettingsOf(options);
  const clock = createNodeClock();
  const venue = connect({ ...address, expectedPairs: pairs.length, logger });
  try {
    const trading = openTrading(options, venue, clock);
    const { account, orders } = { ...trading };
    const books = new FollowedBooks(venue, pairs);
    const mirror: Mirror = {
      books,
      account: trading?.mirror,
      writes: trading?.writes,
      nowMs: () => clock.epochMs(),
    };
    const routes = dropinRoutes({ venue, account, orders, mirror, clock, access, patienceMs });
    const apiKeyHeader = headerName(signedHeaders.apiKey, address.serviceName ?? defaultServiceName);
    const door = new Door(guard, apiKeyHeader.toLowerCase());
    const server = createHttpServer({ door, router: new Router(routes), logger });
    const port = await listen(server, options.port ?? usualPort, guard.bind);
    let closing: Promise<void> | undefined;
    const end = async (): Promise<void> => {
      await shut(server);
      await venue.close();
    };
    const close = (): Promise<void> => {
      closing ??= end();
      return closing;
    };
    return { port, url: urlOf(guard.bind, port), close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await venue.close();
    throw error;
  }
}

function openTrading(options: AcceleratorOptions, venue: Venue, clock: Clock): Trading | undefined {
  const { credential, trader, intents, delivered, logger, patienceMs = usualPatienceMs } = options;
  if (credential === undefined) {
    return undefined;
  }
  const account = venue.account(credential, { trader, intents, delivered });
  const mirror = new AccountMirror(account, clock);
  const writes = new OwnWrites(mirror, clock);
  void mirror.follow().catch((error: unknown) => {
    logger?.log("error", "account-refused", { error: error instanceof Error ? error.message : "unknown" });
  });
  return { account, mirror, writes, orders: new OrderEntry({ account, mirror, writes, clock, patienceMs }) };
}

function urlOf(bind: string, port: number): string {
  const host = bind === "0.0.0.0" || bind === "::" ? "127.0.0.1" : bind;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
