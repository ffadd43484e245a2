import type { BookStatus } from "@depthwire/book";
import { ValidationError } from "@depthwire/core";
import { decodeUtf8, encodeUtf8 } from "@depthwire/core/internal";
import { checkRowName } from "./bus-channel.js";
import { maxTerm } from "./header.js";
import { bookStatuses } from "./owner-status.js";
import { checkSubjectPart, wireVersion } from "./subjects.js";
import { type VarintFault, VarintReader, varintLength, writeVarint } from "./varint.js";

/** How far the owner has told one channel of a pair. */
export interface BeatRow {
  /** Last `relaySeq` of the channel in this term; 0 before the first message. */
  readonly relaySeq: number;
  /** What the owner's own book is; for another channel, `live` while its subscription stands. */
  readonly status: BookStatus;
}

/** An owner's word, 4 to 10 times a second. */
export interface Beat {
  /** Name of the owner; equal terms are decided by it. */
  readonly owner: string;
  readonly term: number;
  /** How long ago the owner last heard from the venue, milliseconds of its own clock. */
  readonly venueAgeMs: number;
  /** Counts changes of the list of names within an owner's life, from 1: rows stand in that list's order. */
  readonly list: number;
  /**
   * Names of the rows: a pair for its book, `4BTC_USDT.deals` for another channel of it. Undefined where the beat leaves them out, since
   * receivers know the list.
   */
  readonly pairs: readonly string[] | undefined;
  readonly rows: readonly BeatRow[];
  /** It handed the shard over, and goes on for a moment under its own term: only then is it believed beside its heir. */
  readonly isRetiring?: true | undefined;
}

/** Why a beat cannot be used. Counted by these names. */
export type BeatFault = VarintFault | "other-version" | "unknown-kind" | "text-malformed" | "unknown-status" | "rows";

/** Second byte of a beat, and of one with names; and of those of an owner that retires. No kind of frame has them. */
const shortBeat = 16;
const namedBeat = 17;
const shortRetiringBeat = 18;
const namedRetiringBeat = 19;
/** A row is one number: the status takes the lowest three bits, so that a quiet pair costs two or three bytes. */
const statusRadix = 8;
const bounds = {
  relaySeq: 2 ** 42 - 1,
  rows: 10_000,
  venueAgeMs: 2 ** 42 - 1,
  list: 2 ** 32 - 1,
  nameBytes: 129,
} as const;

/** The beat's bytes. @throws ValidationError `value-invalid` */
export function encodeBeat(beat: Beat): Uint8Array {
  const { pairs, rows } = beat;
  checkOwner(beat.owner);
  for (const [name, value, max] of numbersOf(beat)) {
    checkNumber(name, value, max);
  }
  if (pairs !== undefined && pairs.length !== rows.length) {
    throw new ValidationError("value-invalid", { path: "pairs", rule: "one name for each row" });
  }
  const owner = encodeUtf8(beat.owner);
  const names = (pairs ?? []).map((pair) => encodeUtf8(checkRowName(pair)));
  const values = rows.map(({ relaySeq, status }) => {
    checkNumber("relaySeq", relaySeq, bounds.relaySeq);
    return relaySeq * statusRadix + bookStatuses.indexOf(status);
  });
  const numbers = [owner.length, beat.term, beat.venueAgeMs, beat.list, rows.length, ...values];
  const size = numbers.reduce((sum, value) => sum + varintLength(value), 2 + owner.length);
  const into = new Uint8Array(names.reduce((sum, name) => sum + 1 + name.length, size));
  into[0] = wireVersion;
  into[1] = kindOf(beat);
  let at = writeText(owner, into, 2);
  for (const value of numbers.slice(1)) {
    at = writeVarint(value, into, at);
  }
  for (const name of names) {
    at = writeText(name, into, at);
  }
  return into;
}

/** Reads a beat, or says what is wrong with it. Never throws. */
export function decodeBeat(bytes: Uint8Array): Beat | BeatFault {
  if (bytes.length < 2) {
    return "short";
  }
  if (bytes[0] !== wireVersion) {
    return "other-version";
  }
  const isNamed = bytes[1] === namedBeat || bytes[1] === namedRetiringBeat;
  const isRetiring = bytes[1] === shortRetiringBeat || bytes[1] === namedRetiringBeat ? true : undefined;
  if (!isNamed && isRetiring === undefined && bytes[1] !== shortBeat) {
    return "unknown-kind";
  }
  const numbers = new VarintReader();
  numbers.start(bytes, 2);
  const owner = readName(bytes, numbers, checkOwner);
  const term = numbers.next(maxTerm);
  const venueAgeMs = numbers.next(bounds.venueAgeMs);
  const list = numbers.next(bounds.list);
  const count = numbers.next(bounds.rows);
  const rows: BeatRow[] = [];
  for (let row = 0; row < count && numbers.fault === undefined; row++) {
    const value = numbers.next(bounds.relaySeq * statusRadix + statusRadix - 1);
    const status = bookStatuses[value % statusRadix];
    if (status === undefined) {
      return numbers.fault ?? "unknown-status";
    }
    rows.push({ relaySeq: Math.floor(value / statusRadix), status });
  }
  const pairs = isNamed ? rows.map(() => readName(bytes, numbers, checkRowName)) : undefined;
  if (numbers.fault !== undefined) {
    return numbers.fault;
  }
  if (owner === undefined || pairs?.includes(undefined) === true) {
    return "text-malformed";
  }
  if (numbers.at !== bytes.length) {
    return "rows";
  }
  return { owner, term, venueAgeMs, list, pairs: pairs as readonly string[] | undefined, rows, isRetiring };
}

function kindOf({ pairs, isRetiring }: Beat): number {
  if (isRetiring === true) {
    return pairs === undefined ? shortRetiringBeat : namedRetiringBeat;
  }
  return pairs === undefined ? shortBeat : namedBeat;
}

function checkOwner(owner: string): string {
  return checkSubjectPart("instance", owner);
}

function numbersOf({ term, venueAgeMs, list, rows }: Beat): readonly (readonly [string, number, number])[] {
  return [
    ["term", term, maxTerm],
    ["venueAgeMs", venueAgeMs, bounds.venueAgeMs],
    ["list", list, bounds.list],
    ["rows", rows.length, bounds.rows],
  ];
}

function checkNumber(path: string, value: number, max: number): void {
  if (!(Number.isInteger(value) && value >= 0 && value <= max)) {
    throw new ValidationError("value-invalid", { path, rule: `an integer from 0 to ${max}` });
  }
}

function writeText(text: Uint8Array, into: Uint8Array, at: number): number {
  const start = writeVarint(text.length, into, at);
  into.set(text, start);
  return start + text.length;
}

/** Undefined for bytes that are no name; a fault of the numbers is told by them. */
function readName(bytes: Uint8Array, numbers: VarintReader, check: (name: string) => string): string | undefined {
  const length = numbers.next(bounds.nameBytes);
  const start = numbers.at;
  if (numbers.fault !== undefined || start + length > bytes.length) {
    numbers.fail("short");
    return undefined;
  }
  numbers.at = start + length;
  try {
    return check(decodeUtf8(bytes, start, start + length));
  } catch {
    return undefined;
  }
}
