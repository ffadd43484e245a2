import type { AccountEvent, AccountOptions, AccountRecovery, DeliveredStore } from "@depthwire/account";
import type { GiveUp, LoopWatch } from "@depthwire/account/internal";
import { Credential, TransportError } from "@depthwire/core";
import type { LoginConnectionOwner, LoginConnectionParts } from "./login-connection.js";
import type { PrivateStatus, PrivateStream } from "./private-stream.js";

/** What a private session is made of. */
export interface PrivateStreamParts extends Omit<LoginConnectionParts, "need"> {
  readonly credential: Credential;
  readonly account: AccountOptions;
  readonly recovery: AccountRecovery | undefined;
  readonly delivered: DeliveredStore | undefined;
  readonly listener: ((event: AccountEvent) => void) | undefined;
  readonly giveUp: GiveUp | undefined;
  readonly loops: LoopWatch | undefined;
  /** Called with each further credential before it is used: no log may show it. */
  readonly hide: (credential: Credential) => void;
  /** Called when it has ended, whatever ended it. */
  readonly onClose: (stream: PrivateStream) => void;
}

/** Nobody listens to a connection that was left. */
export const nobody: LoginConnectionOwner = {
  status: () => undefined,
  event: () => undefined,
  unreadable: () => undefined,
};

/** How a session stands whose key the venue refused. */
export type Refusal = Extract<PrivateStatus, { readonly phase: "refused" }>;

/**
 * The rejection of `rotate` for something that is not a credential; undefined for a credential. It counts as handled: a rotation
 * that is not awaited causes no unhandled rejection.
 */
export function noCredential(given: unknown): Promise<never> | undefined {
  try {
    Credential.checked(given);
    return undefined;
  } catch (error) {
    const refused = Promise.reject(error);
    refused.catch(() => undefined);
    return refused;
  }
}

/** The venue neither accepted nor refused a key within the time of a login, several times. */
export function unanswered({ session }: PrivateStreamParts): TransportError {
  return new TransportError("timed-out", { afterMs: session.loginTimeoutMs }, { operation: "login" });
}
