import type { Account, openVenue } from "@depthwire/client";
import type { ThreadsPort } from "@depthwire/client/internal";
import type { Clock, Logger } from "@depthwire/core";
import type { DeliveredRecord, IntentRecord } from "@depthwire/node/internal";
import type { ExclusiveTrading } from "@depthwire/rest/internal";
import type { PushProtocol } from "@depthwire/stream";
import type { StartShardThread } from "@depthwire/stream/internal";
import type { BookAudit } from "../audit/book-audit.js";
import type { EventAudit } from "../audit/event-audit.js";
import type { HaltAudit } from "../audit/halt-audit.js";
import { traderLimits } from "../audit/limit-audit.js";
import type { OrderAudit } from "../audit/order-audit.js";
import type { SecretAudit } from "../audit/secret-audit.js";
import type { BookReading } from "../cast.js";
import type { ClientNetwork } from "../network/client-network.js";
import { openDelivered, openIntents } from "../storage/account-stores.js";
import type { RecordFile } from "../storage/record-file.js";

/** The venue takes a signed request so long; every trader says so. */
export const toleranceMs = 30_000;

/** Who looks at what one trader does. */
export interface TraderAudits {
  readonly books: BookAudit;
  readonly events: EventAudit;
  readonly orders: OrderAudit;
  readonly halts: HaltAudit;
  readonly secrets: SecretAudit;
}

/** What outlives the lives of one trader's program. */
export interface TraderSite {
  readonly name: string;
  readonly account: number;
  readonly key: { readonly apiKey: string; readonly apiSecret: string };
  readonly protocol: PushProtocol;
  readonly intents: RecordFile<IntentRecord>;
  readonly delivered: RecordFile<DeliveredRecord>;
  readonly secondBook: BookReading;
  readonly audits: TraderAudits;
  /** Ids of its orders so far. */
  orders: number;
}

/** Threads that keep a trader's books. */
export interface TraderThreads {
  readonly shards: number;
  readonly start: StartShardThread;
}

/** Ports and options of a trader that a planted fault stands in for. */
export interface TraderParts {
  readonly clock: Clock;
  readonly network: ClientNetwork;
  readonly logger: Logger;
  readonly openIntents: typeof openIntents;
  readonly openDelivered: typeof openDelivered;
  readonly toleranceMs: number;
  readonly limits: typeof traderLimits | Record<string, never>;
  readonly engine: Parameters<typeof openVenue>[0] extends infer Options ? Partial<Options> : never;
  readonly halt: (account: Account, reason: string) => ReturnType<Account["trader"]["halt"]>;
  readonly exclusive?: ExclusiveTrading | undefined;
  /** Absent: its books are kept in its own thread. */
  readonly threads?: TraderThreads | undefined;
}

/** The parts of a trader with nothing planted. */
export function usualParts(clock: Clock, network: ClientNetwork, logger: Logger): TraderParts {
  return {
    clock,
    network,
    logger,
    openIntents,
    openDelivered,
    toleranceMs,
    limits: traderLimits,
    engine: {},
    halt: (account, reason) => account.trader.halt(reason),
  };
}

/** The port for threads that a venue asks for its shards. Nothing of it is recorded. */
export function threadsPortOf({ start }: TraderThreads): ThreadsPort {
  const done = (): Promise<void> => Promise.resolve();
  return { cores: 4, open: () => ({ start, endRecordings: done, close: done }) };
}
