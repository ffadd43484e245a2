import { TextScanner } from "@depthwire/book/internal";
import { type Credential, type FrameLimits, type Inflate, ProtocolError } from "@depthwire/core";
import { type ProtocolErrorCode, type PushRefusal, protocolErrorOf } from "@depthwire/core/internal";
import type { PrivateEvent } from "@depthwire/schema/internal";
import { createDialect } from "../protocol/create-dialect.js";
import type { ChannelMessage, MessageListener, MessageReader } from "../protocol/dialect.js";
import { SessionDriver, type SessionPorts } from "../session/session-driver.js";
import type { SessionStatus } from "../session/session-events.js";
import type { SessionOptions } from "../session/session-options.js";
import type { SessionNeed } from "../session/session-state.js";
import { UnreadableRun } from "../session/unreadable-run.js";
import { noteWhenHeard } from "./heard-sockets.js";

/** What a login connection is made of. */
export interface LoginConnectionParts {
  readonly session: SessionOptions;
  readonly frameLimits: FrameLimits;
  readonly ports: SessionPorts;
  readonly inflate: Inflate;
  /** How much depends on the session now. */
  readonly need: () => SessionNeed;
}

/** The owner of a login. */
export interface LoginConnectionOwner {
  status(connection: LoginConnection, status: SessionStatus): void;
  /** What was said behind the acknowledgement of the login. */
  event(connection: LoginConnection, event: PrivateEvent): void;
  /** A message could not be read. */
  unreadable(connection: LoginConnection, code: ProtocolErrorCode): void;
}

/** One private session of one key: connects, logs in, reads, and does so again when the connection ends. */
export class LoginConnection implements MessageListener {
  /** The latest status. */
  status: SessionStatus;
  /** Who is logged in, where the venue says so. Protocol B does not. */
  userId: string | undefined;
  /** When anything was last heard, epoch milliseconds. */
  heardAtMs = 0;
  /** The venue's own text, for the error that a final refusal becomes. */
  published = "";
  #owner: LoginConnectionOwner;
  readonly #reader: MessageReader;
  readonly #driver: SessionDriver;
  readonly #unreadable = new UnreadableRun();
  #credential: Credential;
  #sent: Credential | undefined;

  constructor(credential: Credential, parts: LoginConnectionParts, owner: LoginConnectionOwner) {
    const { session, frameLimits: limits, inflate, ports, need } = parts;
    this.#credential = credential;
    this.#owner = owner;
    this.status = { phase: "connecting", address: session.addresses[0] ?? "", generation: 0 };
    const dialect = createDialect(session);
    this.#reader = dialect.createReader({
      inflate,
      limits,
      // No book comes on a private connection.
      scanner: new TextScanner(1),
      counters: { bytesInflated: 0, generalPath: 0 },
    });
    const openSocket = noteWhenHeard(ports.openSocket, () => {
      this.heardAtMs = ports.clock.epochMs();
    });
    this.#driver = new SessionDriver(
      session,
      { ...ports, openSocket },
      {
        dialect,
        message: (bytes) => this.#receive(bytes),
        status: (status) => this.#show(status),
        loginText: () => {
          this.#sent = this.#credential;
          return dialect.encodeLogin(this.#credential);
        },
        need,
      },
    );
  }

  /** What the next login is made with. */
  get credential(): Credential {
    return this.#credential;
  }

  /** Whether the present connection's login was acknowledged. */
  get isLive(): boolean {
    return this.status.phase === "open";
  }

  /** Whether the latest login used a key that has been replaced since. */
  get isOutdated(): boolean {
    return this.#sent !== undefined && this.#sent !== this.#credential;
  }

  start(): void {
    this.#driver.dispatch({ kind: "start" });
  }

  stop(): void {
    this.#driver.dispatch({ kind: "stop" });
  }

  /** Another owner gets the events from now on. */
  handTo(owner: LoginConnectionOwner): void {
    this.#owner = owner;
  }

  /** From the next login on another key is used. */
  use(credential: Credential): void {
    this.#credential = credential;
  }

  /** {@inheritDoc MessageListener.depth} */
  depth(): boolean {
    return false;
  }

  /** {@inheritDoc MessageListener.data} */
  data(message: ChannelMessage): void {
    const event = message.readEvent();
    if (event.kind !== "private") {
      throw new ProtocolError("unknown-channel", { channel: message.channel });
    }
    if (this.isLive) {
      this.#owner.event(this, event.event);
    }
  }

  /** {@inheritDoc MessageListener.ping} */
  ping(ms: number): void {
    this.#driver.dispatch({ kind: "ping", ms });
  }

  /** {@inheritDoc MessageListener.refusal} */
  refusal({ message, code }: PushRefusal): void {
    this.published = message;
    this.#driver.dispatch({ kind: "login-failed", venueCode: code });
  }

  /** {@inheritDoc MessageListener.loginAcknowledged} */
  loginAcknowledged(userId: string | undefined): void {
    this.userId = userId;
    this.#driver.dispatch({ kind: "login-acknowledged" });
  }

  #show(status: SessionStatus): void {
    this.status = status;
    this.#owner.status(this, status);
  }

  /** An error that is not the peer's fault is a defect: it makes the connection useless, but not the program. */
  #receive(bytes: Uint8Array): void {
    try {
      this.#reader.read(bytes, this);
      this.#unreadable.end();
    } catch (error) {
      const code = protocolErrorOf(error)?.code;
      if (code === undefined) {
        this.#driver.dispatch({ kind: "login-failed", venueCode: 0 });
      } else {
        this.#owner.unreadable(this, code);
        this.#endUnreadable();
      }
    }
  }

  #endUnreadable(): void {
    const cause = this.#unreadable.grow();
    if (cause !== undefined) {
      this.#driver.dispatch({ kind: "unreadable", cause });
    }
  }
}
