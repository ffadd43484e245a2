import { type CancelTimer, type Credential, type DepthwireError, ValidationError, VenueError } from "@depthwire/core";
import type { ProtocolErrorCode } from "@depthwire/core/internal";
import type { PrivateEvent } from "@depthwire/schema/internal";
import type { SessionStatus } from "../session/session-events.js";
import { LoginConnection, type LoginConnectionOwner, type LoginConnectionParts } from "./login-connection.js";
import { LoginHandover } from "./login-handover.js";

/** Both sessions listen so long, in milliseconds: what was on its way to the old one when the new one logged in arrives. */
const overlapMs = 1_000;
/** The old session leaves sooner when so many events wait behind it. */
const maxKept = 1_000;
/** After so many logins in a row that failed beside the old session it makes room: the venue may allow one session alone. */
const loginsBesideOld = 2;

/** What the new session heard, for its new owner. */
export interface TakenOver {
  readonly connection: LoginConnection;
  /** What is to be delivered, in order. */
  readonly events: readonly PrivateEvent[];
}

/** The stream whose key is changed. */
export interface RotationHost {
  /** Goes on with the new session. `damaged`: it also said what could not be read. */
  handOver(taken: TakenOver, state: "whole" | "damaged"): void;
  /** Leaves the old session, so that the new one can log in. */
  makeRoom(): void;
  /** Keeps the old session: the new key cannot be used. */
  keepOld(error: DepthwireError): void;
  unreadable(code: ProtocolErrorCode): void;
}

/** Logs in with the next key beside the present session, and hands over when both have heard the same. */
export class LoginRotation implements LoginConnectionOwner {
  readonly #parts: LoginConnectionParts;
  readonly #host: RotationHost;
  #next: LoginConnection | undefined;
  /** The user who has to be logged in; undefined if the protocol does not say. */
  #userId: string | undefined;
  #handover = new LoginHandover();
  #failedLogins = 0;
  #cancelOverlap: CancelTimer | undefined;

  constructor(parts: LoginConnectionParts, host: RotationHost) {
    this.#parts = parts;
    this.#host = host;
  }

  get isUnderWay(): boolean {
    return this.#next !== undefined;
  }

  /** Logs in with the key; one that came before it is given up. */
  begin(credential: Credential, userId: string | undefined): void {
    this.drop();
    this.#userId = userId;
    this.#failedLogins = 0;
    this.#next = new LoginConnection(credential, this.#parts, this);
    this.#next.start();
  }

  drop(): void {
    const next = this.#leave();
    next?.stop();
  }

  /** The old session said this, and it was delivered. */
  saidByOld(event: PrivateEvent): void {
    if (this.#next !== undefined) {
      this.#handover.saidByOld(event);
    }
  }

  /** The old session is gone: hands over the new one with everything that it said. Undefined when there is no new one. */
  takeOver(): TakenOver | undefined {
    const events = this.#handover.all();
    const connection = this.#leave();
    return connection && { connection, events };
  }

  /** {@inheritDoc LoginConnectionOwner.event} */
  event(_connection: LoginConnection, event: PrivateEvent): void {
    this.#handover.saidByNew(event);
    if (this.#handover.kept >= maxKept) {
      this.#finish();
    }
  }

  /** {@inheritDoc LoginConnectionOwner.unreadable} */
  unreadable(_connection: LoginConnection, code: ProtocolErrorCode): void {
    this.#handover.isDamaged = true;
    this.#host.unreadable(code);
  }

  /** {@inheritDoc LoginConnectionOwner.status} */
  status(connection: LoginConnection, status: SessionStatus): void {
    if (connection !== this.#next) {
      return;
    }
    switch (status.phase) {
      case "logging-in":
        this.#handover = new LoginHandover();
        break;
      case "open":
        this.#acknowledged(connection);
        break;
      case "waiting":
        this.#cancelOverlap?.();
        if (status.after !== "connect-failed") {
          this.#loginFailed();
        }
        break;
      case "refused": {
        const { venueCode } = status;
        this.#leave();
        this.#host.keepOld(new VenueError({ venueCode, published: connection.published, operation: "login" }));
        break;
      }
      default:
        break;
    }
  }

  #acknowledged({ userId }: LoginConnection): void {
    if (isAnother(this.#userId, userId)) {
      this.drop();
      this.#host.keepOld(anotherUser());
      return;
    }
    this.#cancelOverlap = this.#parts.ports.clock.after(overlapMs, () => this.#finish());
  }

  #loginFailed(): void {
    this.#failedLogins++;
    if (this.#failedLogins >= loginsBesideOld) {
      this.#host.makeRoom();
    }
  }

  #finish(): void {
    const events = this.#handover.rest();
    const state = this.#handover.isDamaged ? "damaged" : "whole";
    const connection = this.#leave();
    if (connection !== undefined) {
      this.#host.handOver({ connection, events }, state);
    }
  }

  /** The rotation has left nothing behind. */
  #leave(): LoginConnection | undefined {
    const next = this.#next;
    this.#next = undefined;
    this.#cancelOverlap?.();
    this.#handover = new LoginHandover();
    return next;
  }
}

/** Whether two sessions are known to be of different users. */
export function isAnother(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

/** The key works, but not for the account that is followed. */
export function anotherUser(): ValidationError {
  return new ValidationError("credential-invalid", { part: "key", rule: "a key of the user that is logged in" });
}
