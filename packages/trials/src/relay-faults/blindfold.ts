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
  /** Without terms: the largest number that was let through, and what is added to numbers since the last state. */
  readonly #numbers = new Map<string, { readonly largest: number; readonly added: number }>();

  constructor(without: WithoutPart) {
    this.without = without;
  }

  /** A frame or snapshot. */
  message(pair: string, header: RelayHeader, bytes: Uint8Array, start: number): Uint8Array {
    if (this.without === "terms") {
      return encodeMessage({ ...header, term: oneTerm, relaySeq: this.#goOn(pair, header) }, bytes.subarray(start));
    }
    if (this.without === "counter") {
      const relaySeq = this.#count(pair, header.kind === "snapshot" ? 0 : 1);
      return encodeMessage({ ...header, relaySeq }, bytes.subarray(start));
    }
    return bytes;
  }

  beat(beat: Beat, pairs: readonly string[] | undefined, bytes: Uint8Array): Uint8Array {
    if (this.without === "terms") {
      const rows = beat.rows.map((row, index) => ({ ...row, relaySeq: row.relaySeq + this.#addedTo(pairs?.[index]) }));
      return encodeBeat({ ...beat, term: oneTerm, owner: oneOwner, rows });
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

  /** Who does not know terms takes any state when it needs one, whatever its number, and goes on from there. */
  #goOn(pair: string, { kind, relaySeq }: RelayHeader): number {
    const { largest, added: former } = this.#numbers.get(pair) ?? { largest: 0, added: 0 };
    const added = kind === "snapshot" ? Math.max(0, largest - relaySeq) : former;
    const number = relaySeq + added;
    this.#numbers.set(pair, { largest: Math.max(largest, number), added });
    return number;
  }

  #addedTo(pair: string | undefined): number {
    return this.#numbers.get(pair ?? "")?.added ?? 0;
  }

  #count(pair: string, more: number): number {
    const count = (this.#counted.get(pair) ?? 0) + more;
    this.#counted.set(pair, count);
    return count;
  }
}
