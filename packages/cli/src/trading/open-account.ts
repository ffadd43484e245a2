import type { Clock } from "@depthwire/core";
import { createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { createRestClient, type RestClient } from "@depthwire/rest";
import type { Context } from "../program/context.js";
import { type FoundCredential, findCredential, keyFolderOf } from "../venue/find-credential.js";
import { quickRetry } from "../venue/open-venue.js";
import { type VenueAddress, venueAddressOf } from "../venue/venue-address.js";
import type { AccountFlags } from "./trade-options.js";

/** An account as one command uses it: calls alone, without a stream, which would cost twenty calls to begin. */
export interface OpenedAccount extends FoundCredential, AsyncDisposable {
  readonly rest: RestClient;
  readonly clock: Clock;
  readonly venue: VenueAddress;
  /** Where the user's keys, limits and halts are kept. */
  readonly folder: string;
  readonly flags: AccountFlags;
}

/**
 * Opens the account that the command line names.
 *
 * @throws Refused `usage`, `no-key`, `key-open`, `key-refused`
 */
export async function openAccount(flags: AccountFlags, context: Context): Promise<OpenedAccount> {
  const venue = venueAddressOf(flags, context);
  const found = await findCredential(flags, context);
  const clock = createNodeClock();
  const http = createNodeHttpClient();
  const { serviceName } = flags;
  const rest = createRestClient(
    { addresses: { rest: venue.rest }, credential: found.credential, serviceName, retry: quickRetry },
    { clock, random: Math.random, http: http.request },
  );
  return {
    ...found,
    rest,
    clock,
    venue,
    folder: keyFolderOf(flags, context),
    flags,
    [Symbol.asyncDispose]: async () => {
      rest.close();
      await http.close();
    },
  };
}

/** For people: where an order goes. */
export function placeWords({ venue, from }: Pick<OpenedAccount, "venue" | "from">): readonly Fact[] {
  return [
    ["venue", `${venue.rest}${venue.isLoopback ? " (this computer)" : ""}`],
    ["account", from],
  ];
}

/** A name and what it is, for people. */
export type Fact = readonly [name: string, value: string];
