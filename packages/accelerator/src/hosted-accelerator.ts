import type { Account, Venue } from "@depthwire/client";
import type { Clock, Random } from "@depthwire/core";
import { defaultServiceName } from "@depthwire/schema";
import { assemble } from "./assemble.js";
import { openDataOf } from "./data/data-of-options.js";
import type { DataRuntime } from "./data/data-runtime.js";
import type { DataStore } from "./data/data-store.js";
import { guardSettingsOf } from "./guard/guard-options.js";
import { PageLogins } from "./guard/page-logins.js";
import type { AcceleratorOptions, VenueAddress } from "./options.js";
import type { Answer } from "./server/answer.js";
import { answerLocally, type LocalCall } from "./server/answer-request.js";
import { Queries } from "./server/received-request.js";

/** What a hosted accelerator takes in place of what a computer has. */
export interface HostPorts {
  /** As a runtime opened it. */
  readonly venue: Venue;
  readonly clock: Clock;
  readonly random: Random;
  /** Where its data are kept. */
  readonly data: DataRuntime;
}

/** An accelerator that listens on no port: a sibling asks it in memory. */
export interface HostedAccelerator {
  readonly account: Account | undefined;
  readonly data: DataStore | undefined;
  /** Answers a request that the door let through. It never rejects. */
  answer(call: LocalCall): Promise<Answer>;
  /** Ends everything. Nothing is cancelled. */
  close(): Promise<void>;
}

/**
 * Opens an accelerator as `openAccelerator` does, but for sockets and the door before them, over any clock, chance, venue and place for data.
 *
 * @throws ValidationError `option-invalid`; StoreError of the data
 */
export async function hostAccelerator(
  options: AcceleratorOptions & { readonly venue: VenueAddress },
  { venue, clock, random, data: runtime }: HostPorts,
): Promise<HostedAccelerator> {
  const { maxConnections } = guardSettingsOf(options);
  const { logger } = options;
  const randomText = (): string => random().toString(36).slice(2);
  const data = await openDataOf(options, clock, { newRun: randomText, runtime });
  const { serviceName = defaultServiceName } = options.venue;
  const logins = new PageLogins({ nowMs: () => clock.epochMs(), randomText });
  const { parts, router } = assemble(options, {
    source: { venue, clock, serviceName, replay: undefined, close: () => venue.close() },
    data,
    random,
    newRun: randomText,
    logins,
    maxListeners: maxConnections,
  });
  const queries = new Queries();
  return {
    account: parts.account,
    data: parts.store,
    answer: (call) => answerLocally({ router, queries, logger }, call),
    close: async () => {
      await venue.close();
      await data?.close();
    },
  };
}
