import {
  type Credential,
  createFrameBody,
  decodeFrame,
  decodePrefixMessage,
  encodeLogin,
  type FrameBody,
  type FrameLimits,
  type Inflate,
  type ProtocolErrorCode,
  VenueError,
} from "@depthwire/core";
import { protocolErrorOf } from "../protocol-error-of.js";
import { SessionDriver, type SessionPorts } from "../session/session-driver.js";
import type { SessionStatus } from "../session/session-events.js";
import type { SessionOptions } from "../session/session-options.js";
import { LatestValue } from "./latest-value.js";

/** How far a login is. */
export type PrivateStatus =
  | { readonly phase: "connecting" | "logging-in" | "live"; readonly address: string }
  /** The connection ended, was not made, or the login failed for now. It is tried again. */
  | {
      readonly phase: "waiting";
      readonly address: string;
      readonly after: "connect-failed" | "connection-lost" | "login-failed";
      readonly retryInMs: number;
    }
  /** The venue refused the credential. Nothing is tried again. */
  | { readonly phase: "refused"; readonly address: string; readonly error: VenueError }
  | { readonly phase: "closed" };

/** A private session. For now it tells its status; events of the account follow on the same connection. */
export interface PrivateStream extends AsyncIterable<PrivateStatus> {
  readonly status: PrivateStatus;
  /** Messages that were refused, by error code. */
  readonly rejected: Readonly<Partial<Record<ProtocolErrorCode, number>>>;
  /** Logs out by closing the connection. */
  close(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What a private session is made of. */
export interface PrivateStreamParts {
  readonly credential: Credential;
  readonly session: SessionOptions;
  readonly frameLimits: FrameLimits;
  readonly ports: SessionPorts;
  readonly inflate: Inflate;
  readonly onClose: (stream: PrivateStream) => void;
}

/** Connects and logs in. The credential stays in this thread. */
export function openPrivateStream(parts: PrivateStreamParts): PrivateStream {
  return new LoginStream(parts);
}

class LoginStream implements PrivateStream {
  readonly rejected: Partial<Record<ProtocolErrorCode, number>> = {};
  readonly #parts: PrivateStreamParts;
  readonly #status: LatestValue<PrivateStatus>;
  readonly #body: FrameBody = createFrameBody();
  readonly #driver: SessionDriver;
  /** The venue's own text, for the error that a final refusal becomes. */
  #published = "";

  constructor(parts: PrivateStreamParts) {
    this.#parts = parts;
    const address = parts.session.addresses[0] ?? "";
    this.#status = new LatestValue<PrivateStatus>(
      { phase: "connecting", address },
      { wanted: () => {}, abandoned: () => {} },
    );
    this.#driver = new SessionDriver(parts.session, parts.ports, {
      message: (bytes) => this.#receive(bytes),
      status: (status) => this.#show(status),
      loginText: () => encodeLogin(parts.credential),
    });
    this.#driver.dispatch({ kind: "start" });
  }

  get status(): PrivateStatus {
    return this.#status.value;
  }

  close(): void {
    this.#driver.dispatch({ kind: "stop" });
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.close();
    return Promise.resolve();
  }

  [Symbol.asyncIterator](): AsyncIterator<PrivateStatus, undefined, undefined> {
    return this.#status.iterate();
  }

  #show(status: SessionStatus): void {
    switch (status.phase) {
      case "connecting":
      case "logging-in":
        this.#status.set({ phase: status.phase, address: status.address });
        break;
      case "open":
        this.#status.set({ phase: "live", address: status.address });
        break;
      case "waiting": {
        const { address, after, retryInMs } = status;
        this.#status.set({ phase: "waiting", address, after, retryInMs });
        break;
      }
      case "refused": {
        const { address, venueCode } = status;
        const error = new VenueError({ venueCode, published: this.#published, operation: "login" });
        this.#status.conclude({ phase: "refused", address, error });
        break;
      }
      case "stopped":
        this.#status.conclude({ phase: "closed" });
        this.#parts.onClose(this);
        break;
    }
  }

  #receive(bytes: Uint8Array): void {
    const { inflate, frameLimits } = this.#parts;
    try {
      const body = decodeFrame(bytes, inflate, frameLimits, this.#body);
      const message = decodePrefixMessage(body.bytes, body.start, body.end);
      if (message.kind === "login-acknowledgement") {
        this.#driver.dispatch({ kind: "login-acknowledged" });
      } else if (message.kind === "ping") {
        this.#driver.dispatch({ kind: "ping", ms: message.ms });
      } else if (message.kind === "error") {
        this.#published = message.message;
        this.#driver.dispatch({ kind: "login-failed", venueCode: message.code });
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Counts what cannot be read. Anything else is a defect: the connection is of no use then, the program still is. */
  #failed(error: unknown): void {
    const code = protocolErrorOf(error)?.code;
    if (code !== undefined) {
      this.rejected[code] = (this.rejected[code] ?? 0) + 1;
    } else {
      this.#driver.dispatch({ kind: "login-failed", venueCode: 0 });
    }
  }
}
