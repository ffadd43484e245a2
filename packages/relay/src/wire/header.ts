import { ValidationError } from "@depthwire/core";
import type { PushProtocol } from "@depthwire/stream";
import { wireVersion } from "./subjects.js";
import { type VarintFault, VarintReader, writeVarint } from "./varint.js";

/**
 * What a message on a raw subject is:
 * - `snapshot`, `update`: a depth frame of the venue, as it came
 * - `event`: a frame of another channel, as it came
 * - `status`: no frame; the text behind the header says what the owner's book or channel is, and why
 */
export type MessageKind = "snapshot" | "update" | "event" | "status";

/** What stands before a frame on the bus. */
export interface RelayHeader {
  kind: MessageKind;
  /** The venue's push protocol that the frame is of: readers of the other one cannot use it. */
  protocol: PushProtocol;
  /** Ownership that it was published under; a later owner's is larger. */
  term: number;
  /** Counts the messages of one pair's channel within a term, from 1 without a hole. */
  relaySeq: number;
  /** The owner's epoch of the book. For another channel: changes where messages of the venue may be missing before it. */
  epoch: number;
  /** The venue's number of the state behind the frame; 0 where there is none. */
  seq: number;
  /** When the frame came in at the owner, epoch milliseconds of the owner's clock. */
  receivedAtMs: number;
}

/** Why a message on the bus has no usable header. Counted by these names. */
export type HeaderFault = VarintFault | "other-version" | "unknown-kind";

/** Longest header: frames stay well under any limit of a bus. */
export const maxHeaderBytes = 32;

/** Largest values; together they fit {@link maxHeaderBytes}. Times reach the year 2109. */
const bounds = {
  term: 2 ** 42 - 1,
  relaySeq: 2 ** 42 - 1,
  epoch: 2 ** 28 - 1,
  seq: Number.MAX_SAFE_INTEGER,
  receivedAtMs: 2 ** 42 - 1,
} as const;

/** Largest term that fits the wire. */
export const maxTerm: number = bounds.term;

const kindCodes: Readonly<Record<MessageKind, number>> = { snapshot: 1, update: 2, event: 3, status: 4 };
/** Added to the code of a kind whose frame is of protocol B. */
const channelProtocolCode = 8;
const kindsByCode: readonly (MessageKind | undefined)[] = [undefined, "snapshot", "update", "event", "status"];
const fields = ["term", "relaySeq", "epoch", "seq", "receivedAtMs"] as const;

/** A header to be filled. */
export function emptyHeader(): RelayHeader {
  return { kind: "update", protocol: "prefix", term: 0, relaySeq: 0, epoch: 0, seq: 0, receivedAtMs: 0 };
}

/**
 * Writes the header. Returns the place behind it.
 *
 * @param into with room for {@link maxHeaderBytes}
 * @throws ValidationError `value-invalid` for a number beyond the wire's bounds
 */
export function writeHeader(header: RelayHeader, into: Uint8Array, start: number = 0): number {
  into[start] = wireVersion;
  into[start + 1] = kindCodes[header.kind] + (header.protocol === "channel" ? channelProtocolCode : 0);
  let at = start + 2;
  for (const field of fields) {
    const value = header[field];
    if (!(Number.isInteger(value) && value >= 0 && value <= bounds[field])) {
      throw new ValidationError("value-invalid", { path: field, rule: `an integer from 0 to ${bounds[field]}` });
    }
    at = writeVarint(value, into, at);
  }
  return at;
}

/** Header and frame as one message. @throws ValidationError `value-invalid` */
export function encodeMessage(header: RelayHeader, body: Uint8Array): Uint8Array {
  const message = new Uint8Array(maxHeaderBytes + body.length);
  const start = writeHeader(header, message);
  message.set(body, start);
  return message.subarray(0, start + body.length);
}

/** Reads headers. One instance belongs to one caller at a time. */
export class HeaderReader {
  readonly #numbers = new VarintReader();

  /** Fills `into` and returns where the body begins, or says what is wrong; then `into` holds nothing of use. Never throws. */
  read(message: Uint8Array, into: RelayHeader): number | HeaderFault {
    if (message.length < 2) {
      return "short";
    }
    if (message[0] !== wireVersion) {
      return "other-version";
    }
    const code = message[1] as number;
    const isOfChannelProtocol = code > channelProtocolCode;
    const kind = kindsByCode[isOfChannelProtocol ? code - channelProtocolCode : code];
    if (kind === undefined) {
      return "unknown-kind";
    }
    const numbers = this.#numbers;
    numbers.start(message, 2);
    into.kind = kind;
    into.protocol = isOfChannelProtocol ? "channel" : "prefix";
    into.term = numbers.next(bounds.term);
    into.relaySeq = numbers.next(bounds.relaySeq);
    into.epoch = numbers.next(bounds.epoch);
    into.seq = numbers.next(bounds.seq);
    into.receivedAtMs = numbers.next(bounds.receivedAtMs);
    return numbers.fault ?? numbers.at;
  }
}
