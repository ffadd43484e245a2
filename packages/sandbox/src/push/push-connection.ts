import type { EncodedFrame } from "@depthwire/core/internal";
import { limits } from "@depthwire/schema/internal";

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

/** One client. Which protocol it speaks is not its business. */
export class PushConnection {
  /** The hub's keys of what the client listens to. */
  readonly audiences: Set<string> = new Set();
  readonly #socket: PushSocket;
  readonly #maxBufferedBytes: number;
  #missedPings = 0;
  #tooSlow = false;
  #silent = false;

  /** @param maxBufferedBytes a client that leaves more than this unread is cut off */
  constructor(socket: PushSocket, maxBufferedBytes: number) {
    this.#socket = socket;
    this.#maxBufferedBytes = maxBufferedBytes;
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
    this.#socket.send(frame);
  }

  /**
   * Asks for a sign of life with a control ping, or closes the connection when nothing came after too many of them.
   *
   * @param frame a ping as a message, beside the control ping; absent: none
   */
  ping(frame: EncodedFrame | undefined): void {
    if (this.#silent) {
      return;
    }
    if (this.#missedPings >= limits.unansweredPings.max) {
      // A peer that is gone does not answer a close frame either; the socket gives up on it by itself.
      this.#socket.close(1001, "no pong");
      return;
    }
    this.#missedPings += 1;
    this.#socket.ping();
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
    this.#socket.close(code, reason);
  }

  /** Ends the connection at once. */
  cut(): void {
    this.#socket.cut();
  }
}
