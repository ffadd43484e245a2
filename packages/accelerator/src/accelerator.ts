import { randomBytes } from "node:crypto";
import type { Account } from "@depthwire/client";
import { type Credential, ValidationError } from "@depthwire/core";
import { headerName } from "@depthwire/core/internal";
import { signedHeaders } from "@depthwire/schema/internal";
import { assemble } from "./assemble.js";
import { openDataOf } from "./data/data-of-options.js";
import type { DataStore } from "./data/data-store.js";
import type { AcceleratorData } from "./data/open-data.js";
import { emptyReads } from "./dropin/operations.js";
import { acceptListeners } from "./events/event-routes.js";
import { Door } from "./guard/door.js";
import { guardSettingsOf } from "./guard/guard-options.js";
import { PageLogins } from "./guard/page-logins.js";
import { type AcceleratorOptions, usualPort } from "./options.js";
import { loginAddress, pagePath } from "./page/page-routes.js";
import { marksOf } from "./replay/replay-marks.js";
import type { ReplayStatus } from "./replay/replayed-venue.js";
import { createHttpServer, listen, shut } from "./server/http-server.js";
import type { ShortParts } from "./short/short-parts.js";
import { openSource } from "./source.js";

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
    const logins = new PageLogins({
      nowMs: () => Date.now(),
      randomText: () => randomBytes(loginBytes).toString("base64url"),
    });
    const { parts, listeners, router } = assemble(options, {
      source,
      data,
      random: Math.random,
      newRun: () => Date.now().toString(36),
      logins,
      maxListeners: guard.maxConnections,
    });
    const apiKeyHeader = headerName(signedHeaders.apiKey, source.serviceName);
    const door = new Door(guard, { apiKeyHeader: apiKeyHeader.toLowerCase(), emptyReads: emptyReads(), logins });
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

function urlOf(bind: string, port: number): string {
  const host = bind === "0.0.0.0" || bind === "::" ? "127.0.0.1" : bind;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
