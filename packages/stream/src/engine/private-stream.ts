import type {
  AccountEvent,
  AccountOptions,
  AccountRecovery,
  AccountState,
  AccountStatistics,
  DeliveredStore,
} from "@depthwire/account";
import type { Credential, VenueError } from "@depthwire/core";
import type { ProtocolErrorCode } from "@depthwire/core/internal";
import type { PositionSide } from "@depthwire/schema";

/** How far a login is. One whose account has open orders or positions waits at most 5 s before it is tried again. */
export type PrivateStatus =
  | { readonly phase: "connecting" | "logging-in" | "live"; readonly address: string }
  /** The connection ended, was not made, or the login failed for now. It is tried again. */
  | {
      readonly phase: "waiting";
      readonly address: string;
      readonly after: "connect-failed" | "connection-lost" | "login-failed";
      /** For people: a code of TLS, `HTTP 503`, what the venue closed with. */
      readonly cause: string;
      readonly retryInMs: number;
    }
  /**
   * The venue refused the credential. Nothing is tried again before {@link PrivateStream.rotate} gives another, and loops over the events throw `error`
   * behind those that wait.
   */
  | { readonly phase: "refused"; readonly address: string; readonly error: VenueError }
  | { readonly phase: "closed" };

/** How a login is followed. */
export interface LoginOptions {
  /** Who finds what was missed during a break; without it gaps stay open, with the reason `no-reconciler`. */
  readonly recovery?: AccountRecovery | undefined;
  /** Remembers beyond the end of the process which events a loop has finished with, so that the next one goes on there. Needs `recovery`. */
  readonly delivered?: DeliveredStore | undefined;
  /** How the account is watched; see `defaultAccountOptions`. */
  readonly account?: Partial<AccountOptions> | undefined;
  /** Called for each event when it is put into the stream, whether anybody reads or not. It must be quick and must not throw. */
  readonly listener?: ((event: AccountEvent) => void) | undefined;
  /** Ends the stream; loops over its events throw TransportError `aborted`, whose cause is the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A private session and the account behind it: one loop gets everything that happens to the account, in order, each fill once.
 * After a break the loop gets a `gap`, then what was missed, then `gap-closed`. Loops over the same stream share its events.
 *
 * @spec document 1, Events, Private stream data; field notes 17, 18 and 21
 */
export interface PrivateStream extends AsyncIterable<AccountEvent> {
  /** How far the login is. */
  readonly status: PrivateStatus;
  /** The statuses from the present one on, newest wins; it ends with the stream. */
  readonly statusChanges: AsyncIterable<PrivateStatus>;
  /** The account now. Each call makes a copy. */
  readonly state: AccountState;
  readonly statistics: AccountStatistics;
  /**
   * What a position holds as the trades and passive changes explain it that were told, which may be ahead of the position's own row or behind it;
   * undefined while nothing is known that they are counted from.
   */
  explainedQuantity(pair: string, side: PositionSide): string | undefined;
  /** Messages that were refused, by error code. Each counts as a break. */
  readonly rejected: Readonly<Partial<Record<ProtocolErrorCode, number>>>;
  /**
   * Uses another key of the same user from now on. It logs in beside the present session, which leaves a second later: no event is
   * missing, and none comes twice. A venue that refuses a second session is left first, with a `gap`. While nobody is logged in the
   * next login is made with the new key. A key that cannot be used changes nothing: the one before it is kept. Where that was refused, the new key
   * opens the session again: loops that begin from then on get what was missed, behind a `gap`.
   *
   * @returns resolved once a key given here, or after, is used. It may be left alone
   * @throws VenueError when the venue refused the key; ValidationError `credential-invalid`: no credential, or another user's; TransportError
   * `timed-out` when it answered no login of it, several times, and the key before is used again; `closed`
   */
  rotate(credential: Credential): Promise<void>;
  /** Takes what is unexplained now as it is, so that it keeps no gap open any longer. */
  acceptDifferences(): void;
  /** Logs out by closing the connection. Loops end behind the events that wait. */
  close(): void;
  [Symbol.asyncDispose](): Promise<void>;
}
