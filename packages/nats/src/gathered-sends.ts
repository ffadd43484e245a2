/** One message that waits to be sent. */
interface Waiting {
  readonly subject: string;
  readonly bytes: Uint8Array;
  readonly reply: string | undefined;
}

/** What {@link GatheredSends} works with. */
export interface GatheredSendsParts {
  readonly send: (subject: string, bytes: Uint8Array, reply: string | undefined) => void;
  /** Calls back once, when this turn of the event loop has dealt with what came in. */
  readonly afterTurn: (work: () => void) => void;
}

/**
 * Gathers what is published in one turn of the event loop, so that it leaves in one write: a write costs more than ten times
 * what the message does. The order stays, and the busier a process is, the fewer writes it makes.
 */
export class GatheredSends {
  readonly #send: GatheredSendsParts["send"];
  readonly #afterTurn: GatheredSendsParts["afterTurn"];
  #waiting: Waiting[] = [];

  constructor({ send, afterTurn }: GatheredSendsParts) {
    this.#send = send;
    // A page refuses its own functions where they are called as methods of something else.
    this.#afterTurn = (work) => afterTurn(work);
  }

  /** @param bytes nobody may write them again */
  add(subject: string, bytes: Uint8Array, reply: string | undefined): void {
    if (this.#waiting.push({ subject, bytes, reply }) === 1) {
      this.#afterTurn(() => this.flush());
    }
  }

  /** Sends what waits, now. */
  flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { subject, bytes, reply } of waiting) {
      this.#send(subject, bytes, reply);
    }
  }
}
