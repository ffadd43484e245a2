import type { RelayError } from "@depthwire/relay";

/** What a bus tells besides messages. */
export type NatsBusEvent =
  /** The server does not permit this process to publish or subscribe to the error's subject. */
  | { readonly kind: "forbidden"; readonly error: RelayError<"relay-forbidden"> }
  /** A server refused the login of this process; others are tried, and it again. */
  | { readonly kind: "login-refused"; readonly error: RelayError<"relay-login-refused"> }
  /** The server says that this process reads too slowly, and ends the connection. */
  | { readonly kind: "slow-consumer"; readonly server: string }
  /** A message was not sent: it is larger than the server takes. */
  | { readonly kind: "too-large"; readonly subject: string; readonly bytes: number }
  /** The connection is there again, at this server. */
  | { readonly kind: "reconnected"; readonly server: string };

/** What a bus counts since it was opened. */
export interface NatsBusCounts {
  readonly published: number;
  /** Not sent, because there was no connection. */
  readonly dropped: number;
  /** Times that the server did not permit something. */
  readonly forbidden: number;
  readonly reconnects: number;
  readonly slowConsumer: number;
  readonly tooLarge: number;
}
