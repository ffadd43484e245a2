import type { EncodedFrame } from "@depthwire/core/internal";
import type { AccountId } from "@depthwire/exchange/internal";
import { limits } from "@depthwire/schema/internal";
import type { FeedLine } from "../latency/latency.js";

/** What a push connection needs of its socket. */
export interface PushSocket {
  /** Bytes that wait to be sent. */
  bufferedBytes(): number;
  send(frame: EncodedFrame): void;
  /** Gathers what is sent until `release`, where that saves something. */
  hold?(): void;
  /** Lets what was gathered go. */
  release?(): void;
  /** Sends a control ping. */
  ping(): void;
  /** Closes with a reason. */
  close(code: number, reason: string): void;
  /** Ends the connection at once, without a word. */
  cut(): void;
}

/** Signs of life that are asked for. Clients answer in the machine's time; the venue's may run ahead of it. */
export interface PingRound {
  /** A ping as a message, beside the control ping; absent: none. */
  readonly frame: EncodedFrame | undefined;
  /** The machine's time, in milliseconds of a clock that does not go back. */
  readonly atMs: number;
  /** How long a client has for its answer at least, in the machine's milliseconds. */
  readonly answerWithinMs: number;
}

/** One client. Which protocol it speaks is not its business. */
export class PushConnection {
  /** The hub's keys of what the client listens to. */
  readonly audiences: Set<string> = new Set();
  readonly #socket: PushSocket;
  readonly #maxBufferedBytes: number;
  readonly #line: FeedLine;
  #missedPings = 0;
  /** When the oldest ping went out that has not been answered, in the machine's time. */
  #askedAtMs = 0;
  #tooSlow = false;
  #silent = false;

  /**
   * @param maxBufferedBytes a client that leaves more than this unread is cut off
   * @param line the way to the client
   */
  constructor(socket: PushSocket, maxBufferedBytes: number, line: FeedLine) {
    this.#socket = socket;
    this.#line = line;
    this.#maxBufferedBytes = maxBufferedBytes;
  }

  /** The private stream of this account is on the connection; nothing: nobody's. Its messages take as long as the account's do. */
  belongsTo(account: AccountId | undefined): void {
    this.#line.account = account;
  }

  /** Whether the client was cut off because it did not read. */
  get tooSlow(): boolean {
    return this.#tooSlow;
  }

  /** Sends a message, or cuts the client off when too many wait already. */
  send(frame: EncodedFrame): void {
    if (this.#tooSlow || this.#silent) {
      return;
    }
    if (this.#socket.bufferedBytes() > this.#maxBufferedBytes) {
      this.#tooSlow = true;
      this.#socket.cut();
      return;
    }
    this.#line.pass(() => this.#socket.send(frame));
  }

  /** Asks for a sign of life with a control ping, or closes the connection when nothing came after too many of them in time. */
  ping({ frame, atMs, answerWithinMs }: PingRound): void {
    if (this.#silent) {
      return;
    }
    if (this.#missedPings >= limits.unansweredPings.max) {
      if (atMs - this.#askedAtMs >= answerWithinMs) {
        // A peer that is gone does not answer a close frame either; the socket gives up on it by itself.
        this.close(1001, "no pong");
      }
      return;
    }
    if (this.#missedPings === 0) {
      this.#askedAtMs = atMs;
    }
    this.#missedPings += 1;
    this.#line.pass(() => this.#socket.ping());
    if (frame !== undefined) {
      this.send(frame);
    }
  }

  /** Something came from the client, a message or a control frame: it lives. @spec field note 36 */
  heard(): void {
    this.#missedPings = 0;
  }

  /** Whether the connection is a black hole. */
  get isSilent(): boolean {
    return this.#silent;
  }

  /** From now on the connection is a black hole: it stays open, and nothing comes out of it. */
  silence(): void {
    this.#silent = true;
  }

  /** Gathers what is sent until {@link PushConnection.release}, so that it leaves in one write. */
  hold(): void {
    this.#socket.hold?.();
  }

  /** Lets what was gathered go. */
  release(): void {
    this.#socket.release?.();
  }

  /** Closes the connection with a reason. */
  close(code: number, reason: string): void {
    this.#line.pass(() => this.#socket.close(code, reason));
  }

  /** Ends the connection at once. */
  cut(): void {
    this.#socket.cut();
  }
}
