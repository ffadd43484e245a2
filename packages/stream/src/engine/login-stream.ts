import { type AccountEvent, type AccountState, type AccountStatistics, AccountStream } from "@depthwire/account";
import { watchLoop } from "@depthwire/account/internal";
import { type Credential, type DepthwireError, TransportError, VenueError } from "@depthwire/core";
import type { ProtocolErrorCode } from "@depthwire/core/internal";
import type { PositionSide } from "@depthwire/schema";
import type { PrivateEvent } from "@depthwire/schema/internal";
import type { SessionStatus } from "../session/session-events.js";
import { AccountLine } from "./account-line.js";
import { FormerKey } from "./former-key.js";
import { LatestValue } from "./latest-value.js";
import { LoginConnection, type LoginConnectionOwner, type LoginConnectionParts } from "./login-connection.js";
import { anotherUser, isAnother, LoginRotation, type TakenOver } from "./login-rotation.js";
import { nobody, noCredential, type PrivateStreamParts, type Refusal, unanswered } from "./login-stream-parts.js";
import { PendingRotation } from "./pending-rotation.js";
import type { PrivateStatus, PrivateStream } from "./private-stream.js";

/** Connects and logs in. The credential stays in this thread. */
export function openPrivateStream(parts: PrivateStreamParts): PrivateStream {
  return new LoginStream(parts);
}

class LoginStream implements PrivateStream {
  readonly rejected: Partial<Record<ProtocolErrorCode, number>> = {};
  readonly statusChanges: AsyncIterable<PrivateStatus>;
  readonly #parts: PrivateStreamParts & LoginConnectionParts;
  readonly #account: AccountStream;
  readonly #line: AccountLine;
  readonly #status: LatestValue<PrivateStatus>;
  readonly #owner: LoginConnectionOwner;
  readonly #rotation: LoginRotation;
  readonly #rotated = new PendingRotation();
  #connection: LoginConnection;
  /** Who is logged in, where the venue says so. */
  #userId: string | undefined;
  /** Why nobody is logged in, until another key is. */
  #refusal: Refusal | undefined;
  readonly #former = new FormerKey();
  readonly #unfollow: (() => void) | undefined;

  constructor(parts: PrivateStreamParts) {
    const { session, account, recovery, delivered, listener, ports } = parts;
    this.#parts = { ...parts, need: () => (this.#account.isExposed ? "urgent" : "ordinary") };
    this.#account = new AccountStream({ options: account, clock: ports.clock, recovery, delivered, listener });
    this.#line = new AccountLine(this.#account);
    this.#status = new LatestValue<PrivateStatus>(
      { phase: "connecting", address: session.addresses[0] ?? "" },
      { wanted: () => {}, abandoned: () => {} },
    );
    this.statusChanges = { [Symbol.asyncIterator]: () => this.#status.iterate() };
    this.#owner = {
      status: (connection, status) => this.#show(connection, status),
      event: (_, event) => this.#received(event),
      unreadable: (_, code) => this.#unreadable(code),
    };
    this.#rotation = new LoginRotation(this.#parts, {
      handOver: (taken, state) => this.#handOver(taken, state),
      makeRoom: () => this.#goOnWithNext(),
      keepOld: (error) => this.#rotated.fail(error),
      unreadable: (code) => this.#count(code),
    });
    this.#unfollow = parts.giveUp?.follow((error) => {
      this.#account.abort(error);
      this.close();
    });
    this.#connection = new LoginConnection(parts.credential, this.#parts, this.#owner);
    this.#connection.start();
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

  explainedQuantity(pair: string, side: PositionSide): string | undefined {
    return this.#account.explainedQuantity(pair, side);
  }

  rotate(credential: Credential): Promise<void> {
    const fault = noCredential(credential);
    if (fault !== undefined) {
      return fault;
    }
    const done = this.#rotated.begin();
    const { phase } = this.#status.value;
    if (phase === "closed") {
      this.#rotated.fail(new TransportError("closed", {}));
      return done;
    }
    this.#parts.hide(credential);
    if (phase === "refused") {
      this.#account.goOn();
      this.#connectAnew(credential);
    } else if (this.#line.isLive) {
      this.#rotation.begin(credential, this.#userId);
    } else {
      this.#former.keep(this.#connection.credential);
      this.#connection.use(credential);
    }
    return done;
  }

  acceptDifferences(): void {
    this.#account.acceptDifferences();
  }

  close(): void {
    this.#rotation.drop();
    this.#connection.stop();
    // A session that was refused has nothing left to end.
    if (this.#status.value.phase === "refused") {
      this.#end();
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.close();
    return Promise.resolve();
  }

  [Symbol.asyncIterator](): AsyncIterator<AccountEvent, undefined, undefined> {
    return watchLoop(this.#account[Symbol.asyncIterator](), this.#parts.loops, "account");
  }

  #show(connection: LoginConnection, status: SessionStatus): void {
    // One that was left closes, and has nothing to say about this.
    if (connection !== this.#connection) {
      return;
    }
    switch (status.phase) {
      case "connecting":
      case "logging-in":
        this.#status.set({ phase: status.phase, address: status.address });
        break;
      case "open":
        this.#acknowledged(status.address);
        break;
      case "waiting": {
        const { address, after, cause, retryInMs } = status;
        const former = after === "login-failed" ? this.#former.loginFailed() : undefined;
        this.#broken();
        if (former !== undefined) {
          this.#goBack(former, unanswered(this.#parts));
        } else if (!this.#goOnWithNext()) {
          this.#status.set({ phase: "waiting", address, after, cause, retryInMs });
        }
        break;
      }
      case "refused":
        this.#refused(status);
        break;
      case "stopped":
        this.#end();
        break;
    }
  }

  #acknowledged(address: string): void {
    const { userId, isOutdated } = this.#connection;
    if (isAnother(this.#userId, userId) && (this.#former.credential !== undefined || this.#refusal !== undefined)) {
      this.#goBack(this.#former.credential, anotherUser());
      return;
    }
    this.#refusal = undefined;
    this.#userId ??= userId;
    this.#status.set({ phase: "live", address });
    this.#line.acknowledged();
    this.#former.forget();
    if (isOutdated) {
      this.#rotation.begin(this.#connection.credential, this.#userId);
    } else {
      this.#rotated.succeed();
    }
  }

  /** A final refusal of a key that has been replaced, or does not have to be used, ends nothing. */
  #refused({ address, venueCode }: Extract<SessionStatus, { phase: "refused" }>): void {
    const { published, isOutdated, credential } = this.#connection;
    this.#broken();
    if (this.#goOnWithNext()) {
      this.#former.forget();
      return;
    }
    const error = new VenueError({ venueCode, published, operation: "login" });
    if (isOutdated) {
      this.#former.forget();
      this.#connectAnew(credential);
    } else if (this.#former.credential !== undefined) {
      this.#goBack(this.#former.credential, error);
    } else {
      this.#refusal = { phase: "refused", address, error };
      this.#park(this.#refusal, error);
    }
  }

  /** Uses the key again that was used before, where there is one that was not refused itself. */
  #goBack(former: Credential | undefined, error: DepthwireError): void {
    if (former !== undefined) {
      this.#former.forget();
      this.#connectAnew(former);
      this.#rotated.fail(error);
    } else if (this.#refusal !== undefined) {
      // It ends alone: the stream waits for another key.
      this.#connection.handTo(nobody);
      this.#connection.stop();
      this.#park(this.#refusal, error);
    }
  }

  /** Nobody is logged in, and nothing is tried before another key is given. */
  #park(refusal: Refusal, error: DepthwireError): void {
    this.#rotation.drop();
    this.#status.set(refusal);
    this.#account.interrupt(refusal.error);
    this.#rotated.fail(error);
  }

  #connectAnew(credential: Credential): void {
    const left = this.#connection;
    this.#connection = new LoginConnection(credential, this.#parts, this.#owner);
    left.stop();
    this.#connection.start();
  }

  /** Leaves the old session for the next key's, however far that is. Returns whether there is one. */
  #goOnWithNext(): boolean {
    const taken = this.#rotation.takeOver();
    if (taken === undefined) {
      return false;
    }
    this.#broken();
    this.#former.keep(this.#connection.credential);
    this.#follow(taken.connection);
    this.#show(taken.connection, taken.connection.status);
    for (const event of taken.events) {
      this.#received(event);
    }
    return true;
  }

  /** Both sessions were there, so nothing is missing except what could not be read. */
  #handOver({ connection, events }: TakenOver, state: "whole" | "damaged"): void {
    this.#follow(connection);
    this.#userId ??= connection.userId;
    if (connection.status.phase === "open") {
      this.#status.set({ phase: "live", address: connection.status.address });
    }
    for (const event of events) {
      this.#received(event);
    }
    if (state === "damaged") {
      this.#line.mistrust();
    }
    this.#rotated.succeed();
  }

  #follow(next: LoginConnection): void {
    const left = this.#connection;
    this.#connection = next;
    next.handTo(this.#owner);
    left.stop();
  }

  #received(event: PrivateEvent): void {
    this.#rotation.saidByOld(event);
    this.#account.feed.received(event);
  }

  #broken(): void {
    this.#line.broken(this.#connection.heardAtMs);
  }

  /** It may have been a fill, so it counts as a break, and the account asks for what it missed. */
  #unreadable(code: ProtocolErrorCode): void {
    this.#count(code);
    if (this.#line.isLive) {
      this.#line.mistrust();
    }
  }

  #count(code: ProtocolErrorCode): void {
    this.rejected[code] = (this.rejected[code] ?? 0) + 1;
  }

  #end(): void {
    this.#broken();
    this.#rotation.drop();
    this.#rotated.fail(new TransportError("closed", {}));
    this.#account.close();
    this.#unfollow?.();
    this.#status.conclude({ phase: "closed" });
    this.#parts.onClose(this);
  }
}
