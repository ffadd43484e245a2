import {
  type Beat,
  decodeEchoAnswer,
  encodeBeat,
  encodeEchoAnswer,
  encodeMessage,
  type RelayHeader,
} from "@depthwire/relay/internal";
import type { WithoutPart } from "./member-messages.js";

const oneTerm = 1;
const oneOwner = "owner";

/** Takes from messages what a consumer is kept from using: what is left looks as if all were well. */
export class Blindfold {
  readonly without: WithoutPart;
  /** Messages that were let through, by pair. */
  readonly #counted = new Map<string, number>();

  constructor(without: WithoutPart) {
    this.without = without;
  }

  /** A frame or snapshot. */
  message(pair: string, header: RelayHeader, bytes: Uint8Array, start: number): Uint8Array {
    if (this.without === "terms") {
      return encodeMessage({ ...header, term: oneTerm }, bytes.subarray(start));
    }
    if (this.without === "counter") {
      const relaySeq = this.#count(pair, header.kind === "snapshot" ? 0 : 1);
      return encodeMessage({ ...header, relaySeq }, bytes.subarray(start));
    }
    return bytes;
  }

  beat(beat: Beat, pairs: readonly string[] | undefined, bytes: Uint8Array): Uint8Array {
    if (this.without === "terms") {
      return encodeBeat({ ...beat, term: oneTerm, owner: oneOwner });
    }
    if (this.without === "counter" && pairs?.length === beat.rows.length) {
      const rows = beat.rows.map((row, index) => ({ ...row, relaySeq: this.#count(pairs[index] ?? "", 0) }));
      return encodeBeat({ ...beat, rows });
    }
    return bytes;
  }

  echo(bytes: Uint8Array): Uint8Array {
    const answer = this.without === "terms" ? decodeEchoAnswer(bytes) : undefined;
    return typeof answer === "object" ? encodeEchoAnswer({ ...answer, term: oneTerm }) : bytes;
  }

  #count(pair: string, more: number): number {
    const count = (this.#counted.get(pair) ?? 0) + more;
    this.#counted.set(pair, count);
    return count;
  }
}
