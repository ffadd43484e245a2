import {
  type Credential,
  type FrameLimits,
  type Inflate,
  ProtocolError,
  type ProtocolErrorCode,
  type PushRefusal,
  VenueError,
} from "@depthwire/core";
import type { AccountEvent } from "../account/account-event.js";
import type { AccountOptions } from "../account/account-options.js";
import type { AccountState } from "../account/account-state.js";
import { type AccountRecovery, type AccountStatistics, AccountStream } from "../account/account-stream.js";
import { type LoopWatch, watchLoop } from "../ports/loop-watch.js";
import { type ChannelMessage, createDialect, type MessageListener, type MessageReader } from "../protocol/dialect.js";
import { protocolErrorOf } from "../protocol-error-of.js";
import { TextScanner } from "../scan/text-scanner.js";
import { SessionDriver, type SessionPorts } from "../session/session-driver.js";
import type { SessionStatus } from "../session/session-events.js";
import type { SessionOptions } from "../session/session-options.js";
import { noteWhenHeard } from "./heard-sockets.js";
import { LatestValue } from "./latest-value.js";
import type { PrivateStatus, PrivateStream } from "./private-stream.js";

/** What a private session is made of. */
export interface PrivateStreamParts {
  readonly credential: Credential;
  readonly session: SessionOptions;
  readonly frameLimits: FrameLimits;
  readonly account: AccountOptions;
  readonly recovery: AccountRecovery | undefined;
  readonly listener: ((event: AccountEvent) => void) | undefined;
  readonly signal: AbortSignal | undefined;
  readonly loops: LoopWatch | undefined;
  readonly ports: SessionPorts;
  readonly inflate: Inflate;
  /** Told of each further credential, before it is used: no log may show it. */
  readonly hide: (credential: Credential) => void;
  /** Told when it has ended, by whomever; again when one that was refused is closed. */
  readonly onClose: (stream: PrivateStream) => void;
}

/** Connects and logs in. The credential stays in this thread. */
export function openPrivateStream(parts: PrivateStreamParts): PrivateStream {
  return new LoginStream(parts);
}

class LoginStream implements PrivateStream, MessageListener {
  readonly rejected: Partial<Record<ProtocolErrorCode, number>> = {};
  readonly statusChanges: AsyncIterable<PrivateStatus>;
  readonly #parts: PrivateStreamParts;
  readonly #account: AccountStream;
  readonly #status: LatestValue<PrivateStatus>;
  readonly #reader: MessageReader;
  readonly #driver: SessionDriver;
  #credential: Credential;
  /** Whether the present connection's login was acknowledged. */
  #isLive = false;
  /** When anything was last heard, epoch milliseconds. */
  #heardAtMs = 0;
  /** The venue's own text, for the error that a final refusal becomes. */
  #published = "";
  readonly #onAbort = (): void => {
    this.#account.abort(this.#parts.signal?.reason);
    this.close();
  };

  constructor(parts: PrivateStreamParts) {
    this.#parts = parts;
    this.#credential = parts.credential;
    const { session, frameLimits: limits, inflate, account, recovery, listener, ports } = parts;
    this.#account = new AccountStream({ options: account, clock: ports.clock, recovery, listener });
    this.#status = new LatestValue<PrivateStatus>(
      { phase: "connecting", address: session.addresses[0] ?? "" },
      { wanted: () => {}, abandoned: () => {} },
    );
    this.statusChanges = { [Symbol.asyncIterator]: () => this.#status.iterate() };
    const dialect = createDialect(session);
    this.#reader = dialect.createReader({
      inflate,
      limits,
      // No book comes on a private connection.
      scanner: new TextScanner(1),
      counters: { bytesInflated: 0, generalPath: 0 },
    });
    const openSocket = noteWhenHeard(ports.openSocket, () => {
      this.#heardAtMs = ports.clock.epochMs();
    });
    this.#driver = new SessionDriver(
      session,
      { ...ports, openSocket },
      {
        message: (bytes) => this.#receive(bytes),
        status: (status) => this.#show(status),
        loginText: () => dialect.encodeLogin(this.#credential),
      },
    );
    parts.signal?.addEventListener("abort", this.#onAbort, { once: true });
    this.#driver.dispatch({ kind: "start" });
  }

  get status(): PrivateStatus {
    return this.#status.value;
  }

  get state(): AccountState {
    return this.#account.state;
  }

  get statistics(): AccountStatistics {
    return this.#account.statistics;
  }

  rotate(credential: Credential): void {
    this.#parts.hide(credential);
    this.#credential = credential;
  }

  acceptDifferences(): void {
    this.#account.acceptDifferences();
  }

  close(): void {
    this.#driver.dispatch({ kind: "stop" });
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.close();
    return Promise.resolve();
  }

  [Symbol.asyncIterator](): AsyncIterator<AccountEvent, undefined, undefined> {
    return watchLoop(this.#account[Symbol.asyncIterator](), this.#parts.loops, "account");
  }

  /** {@inheritDoc MessageListener.depth} */
  depth(): boolean {
    return false;
  }

  /** {@inheritDoc MessageListener.data} */
  data(message: ChannelMessage): void {
    const event = message.readEvent();
    if (event.kind !== "private") {
      throw new ProtocolError("unknown-topic", { topic: message.name });
    }
    if (this.#isLive) {
      this.#account.feed.received(event.event);
    }
  }

  /** {@inheritDoc MessageListener.ping} */
  ping(ms: number): void {
    this.#driver.dispatch({ kind: "ping", ms });
  }

  /** {@inheritDoc MessageListener.refusal} */
  refusal({ message, code }: PushRefusal): void {
    this.#published = message;
    this.#driver.dispatch({ kind: "login-failed", venueCode: code });
  }

  /** {@inheritDoc MessageListener.loginAcknowledged} */
  loginAcknowledged(): void {
    this.#driver.dispatch({ kind: "login-acknowledged" });
  }

  #show(status: SessionStatus): void {
    switch (status.phase) {
      case "connecting":
      case "logging-in":
        this.#status.set({ phase: status.phase, address: status.address });
        break;
      case "open":
        this.#isLive = true;
        this.#status.set({ phase: "live", address: status.address });
        this.#account.feed.acknowledged();
        break;
      case "waiting": {
        const { address, after, retryInMs } = status;
        this.#broken();
        this.#status.set({ phase: "waiting", address, after, retryInMs });
        break;
      }
      case "refused": {
        const { address, venueCode } = status;
        const error = new VenueError({ venueCode, published: this.#published, operation: "login" });
        this.#end({ phase: "refused", address, error });
        this.#parts.onClose(this);
        break;
      }
      case "stopped":
        this.#end({ phase: "closed" });
        this.#parts.onClose(this);
        break;
    }
  }

  /** A connection on which nobody was logged in told nothing, so nothing of it can be missing. */
  #broken(): void {
    if (this.#isLive) {
      this.#isLive = false;
      this.#account.feed.broken(this.#heardAtMs);
    }
  }

  #end(status: PrivateStatus): void {
    this.#broken();
    this.#account.close();
    this.#parts.signal?.removeEventListener("abort", this.#onAbort);
    this.#status.conclude(status);
  }

  #receive(bytes: Uint8Array): void {
    try {
      this.#reader.read(bytes, this);
    } catch (error) {
      this.#failed(error);
    }
  }

  /**
   * Counts what cannot be read: it may have told of a fill, so it is a break of the account's, and what it said is asked for.
   * Anything else is a defect: the connection is of no use then, the program still is.
   */
  #failed(error: unknown): void {
    const code = protocolErrorOf(error)?.code;
    if (code === undefined) {
      this.#driver.dispatch({ kind: "login-failed", venueCode: 0 });
      return;
    }
    this.rejected[code] = (this.rejected[code] ?? 0) + 1;
    if (this.#isLive) {
      this.#account.feed.broken();
      this.#account.feed.acknowledged();
    }
  }
}
