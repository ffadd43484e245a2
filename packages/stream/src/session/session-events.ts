import type { ConnectRefusal } from "../sockets/socket.js";

/** What happens to a session. Socket events name the generation of the connection that they come from. */
export type SessionInput =
  | { readonly kind: "start" }
  | { readonly kind: "stop" }
  | { readonly kind: "opened"; readonly generation: number }
  | {
      readonly kind: "closed";
      readonly generation: number;
      readonly code: number;
      readonly cause: string;
      readonly refusedBy?: ConnectRefusal | undefined;
    }
  /** Nothing that comes on this connection can be read. */
  | { readonly kind: "unreadable"; readonly cause: string }
  /** What kept connections away is over: an attempt that waits for its time is made now. */
  | { readonly kind: "reachable" }
  /** The timer of the latest `wake` effect. `heardAtMs`: when anything came in last. */
  | { readonly kind: "timer"; readonly heardAtMs: number }
  /** The venue sent a JSON ping. */
  | { readonly kind: "ping"; readonly ms: number }
  | { readonly kind: "login-acknowledged" }
  /** The venue sent an error to the private session. */
  | { readonly kind: "login-failed"; readonly venueCode: number }
  /** `channel` is wanted from now on. */
  | { readonly kind: "subscribe"; readonly channel: string }
  /** `channel` is no longer wanted. */
  | { readonly kind: "unsubscribe"; readonly channel: string }
  /** `channel` is to start from a fresh full message. */
  | { readonly kind: "resubscribe"; readonly channel: string };

/** What a session wants done, in this order. */
export type SessionEffect =
  | { readonly kind: "open"; readonly address: string; readonly generation: number }
  | { readonly kind: "close"; readonly generation: number; readonly code: number }
  | { readonly kind: "send-subscribe"; readonly channel: string }
  | { readonly kind: "send-unsubscribe"; readonly channel: string }
  | { readonly kind: "send-login" }
  /** A ping of each kind: a control frame and JSON. */
  | { readonly kind: "send-ping" }
  | { readonly kind: "send-pong"; readonly ms: number }
  /** Come back with `timer` at `atMs` (monotonic); replaces the wake before it. */
  | { readonly kind: "wake"; readonly atMs: number }
  | { readonly kind: "status"; readonly status: SessionStatus };

/** What a session tells its owner. */
export type SessionStatus =
  /** An attempt began. */
  | { readonly phase: "connecting"; readonly address: string; readonly generation: number }
  /** Connected; the login is under way. */
  | { readonly phase: "logging-in"; readonly address: string; readonly generation: number }
  /** Usable: every wanted channel has been subscribed to, once. */
  | { readonly phase: "open"; readonly address: string; readonly generation: number }
  /** The connection ended or was not made. The next attempt comes after `retryInMs`. */
  | {
      readonly phase: "waiting";
      readonly after: "connect-failed" | "connection-lost" | "login-failed";
      readonly address: string;
      readonly generation: number;
      /** WebSocket close code, 0 without one. */
      readonly code: number;
      /** For people; no secrets. */
      readonly cause: string;
      /** What refused the connection, where that is known. */
      readonly refusedBy?: ConnectRefusal | undefined;
      readonly retryInMs: number;
    }
  /** The venue refused the login for good. Nothing is tried again. */
  | { readonly phase: "refused"; readonly address: string; readonly generation: number; readonly venueCode: number }
  | { readonly phase: "stopped" };
