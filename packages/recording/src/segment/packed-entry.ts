import type { PackedValue, Packing } from "./pack.js";
import type { RecordedTime, RecordingEntry } from "./recording-entry.js";

/** First value of a packed entry, in either version of the format. Numbers are never used again for something else. */
const Kind = {
  header: 0,
  connection: 1,
  checkpoint: 2,
  connecting: 3,
  opened: 4,
  inbound: 5,
  controlFrame: 6,
  closed: 7,
  outbound: 8,
  withheld: 9,
  end: 10,
  doubted: 11,
  gap: 12,
} as const;

/** Packs an entry as a list; {@link PackedEntryDecoder} is its other half. The bytes are valid until anything is packed next. */
export function packEntry(entry: RecordingEntry, packing: Packing): Uint8Array {
  return packing.pack(valuesOf(entry));
}

/** MessagePack's first bytes of what version 1 has most: a list of five, and the forms of its numbers and frames. */
const Form = {
  listOfFive: 0x95,
  bytes8: 0xc4,
  bytes16: 0xc5,
  float64: 0xcb,
  uint8: 0xcc,
  uint16: 0xcd,
  uint32: 0xce,
} as const;
/** More than a segment can last. Whoever plays one walks through its time: a sound block with an endless one would never be done. */
const maxElapsedNs = Number.MAX_SAFE_INTEGER;
/** Bytes before an inbound frame, at most: the list and its kind, three numbers, the length. */
const maxInboundHeaderBytes = 2 + 3 * 9 + 3;

/** Unpacks entries of the same bytes: all of version 1 are lists. */
export class PackedEntryDecoder {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #packing: Packing;
  /** Where {@link PackedEntryDecoder.#number} goes on. */
  #at = 0;

  constructor(bytes: Uint8Array, packing: Packing) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#packing = packing;
  }

  /** The entry in the bytes from `start` to `end`. Undefined if it is not one: the caller, which knows the file, makes the error. */
  decode(start: number, end: number): RecordingEntry | undefined {
    return this.#inbound(start, end) ?? this.#decodeAny(start, end);
  }

  /** Reads what nearly every entry of version 1 is without a list of its values: half the time of {@link PackedEntryDecoder.#decodeAny}, which takes the rest. */
  #inbound(start: number, end: number): RecordingEntry | undefined {
    const bytes = this.#bytes;
    if (bytes[start] !== Form.listOfFive || bytes[start + 1] !== Kind.inbound || end - start < maxInboundHeaderBytes) {
      return undefined;
    }
    this.#at = start + 2;
    const connection = this.#number();
    const elapsedNs = this.#number();
    const epochMs = this.#number();
    const at = this.#at;
    const form = bytes[at];
    const lengthBytes = form === Form.bytes8 ? 1 : form === Form.bytes16 ? 2 : Number.NaN;
    const length = lengthBytes === 1 ? this.#view.getUint8(at + 1) : this.#view.getUint16(at + 1);
    // What has another form is not a number here.
    if (!Number.isFinite(connection + epochMs) || !isElapsed(elapsedNs) || at + 1 + lengthBytes + length !== end) {
      return undefined;
    }
    const frame = new Uint8Array(bytes.buffer, bytes.byteOffset + end - length, length);
    return { kind: "inbound", connection, elapsedNs, epochMs, frame };
  }

  /** The next number; NaN where it has another form. */
  #number(): number {
    const at = this.#at;
    const form = this.#bytes[at] as number;
    if (form < 0x80) {
      this.#at = at + 1;
      return form;
    }
    switch (form) {
      case Form.float64:
        this.#at = at + 9;
        return this.#view.getFloat64(at + 1);
      case Form.uint32:
        this.#at = at + 5;
        return this.#view.getUint32(at + 1);
      case Form.uint16:
        this.#at = at + 3;
        return this.#view.getUint16(at + 1);
      case Form.uint8:
        this.#at = at + 2;
        return this.#view.getUint8(at + 1);
      default:
        return Number.NaN;
    }
  }

  #decodeAny(start: number, end: number): RecordingEntry | undefined {
    let values: unknown;
    try {
      values = this.#packing.unpack(this.#bytes, start, end);
    } catch {
      return undefined;
    }
    return Array.isArray(values) ? entryOf(values) : undefined;
  }
}

function valuesOf(entry: RecordingEntry): readonly PackedValue[] {
  switch (entry.kind) {
    case "header":
      return [Kind.header, entry.run, entry.sequence, entry.startedEpochMs, entry.startedMonotonicMs];
    case "connection": {
      const { connection, address, phase, access, channels } = entry;
      return [Kind.connection, connection, address, phase === "open", access === "private", channels];
    }
    case "checkpoint":
      return [Kind.checkpoint, entry.connection, entry.pair, entry.receivedAtMs, entry.frame];
    case "end":
      return [Kind.end, 0, entry.elapsedNs, entry.epochMs, entry.frames];
    case "connecting":
      return [Kind.connecting, entry.connection, entry.elapsedNs, entry.epochMs, entry.address];
    case "opened":
      return [Kind.opened, entry.connection, entry.elapsedNs, entry.epochMs];
    case "inbound":
      return [Kind.inbound, entry.connection, entry.elapsedNs, entry.epochMs, entry.frame];
    case "control-frame":
      return [Kind.controlFrame, entry.connection, entry.elapsedNs, entry.epochMs];
    case "closed":
      return [Kind.closed, entry.connection, entry.elapsedNs, entry.epochMs, entry.code, entry.cause];
    case "outbound":
      return [Kind.outbound, entry.connection, entry.elapsedNs, entry.epochMs, entry.text];
    case "outbound-withheld":
      return [Kind.withheld, entry.connection, entry.elapsedNs, entry.epochMs, entry.content];
    case "doubted": {
      const { connection, elapsedNs, epochMs, channel, reason = "", fromMs = 0 } = entry;
      return [Kind.doubted, connection, elapsedNs, epochMs, channel, reason, fromMs];
    }
    case "gap": {
      const { connection, elapsedNs, epochMs, channel, reason, fromMs, dropped } = entry;
      return [Kind.gap, connection, elapsedNs, epochMs, channel, reason, fromMs, dropped];
    }
  }
}

function entryOf(values: readonly unknown[]): RecordingEntry | undefined {
  const [kind, second, third, fourth, fifth, sixth] = values;
  if (kind === Kind.header) {
    return isText(second) && isNumber(third) && isNumber(fourth) && isNumber(fifth)
      ? { kind: "header", run: second, sequence: third, startedEpochMs: fourth, startedMonotonicMs: fifth }
      : undefined;
  }
  if (!isNumber(second)) {
    return undefined;
  }
  if (kind === Kind.connection) {
    if (!isText(third) || !Array.isArray(sixth) || !sixth.every(isText)) {
      return undefined;
    }
    const phase = fourth === true ? "open" : "connecting";
    const access = fifth === true ? "private" : "public";
    return { kind: "connection", connection: second, address: third, phase, access, channels: sixth };
  }
  if (kind === Kind.checkpoint) {
    return isText(third) && isNumber(fourth) && fifth instanceof Uint8Array
      ? { kind: "checkpoint", connection: second, pair: third, receivedAtMs: fourth, frame: fifth }
      : undefined;
  }
  if (!isElapsed(third) || !isNumber(fourth)) {
    return undefined;
  }
  const time = { connection: second, elapsedNs: third, epochMs: fourth };
  return timedEntryOf(kind, time, fifth, sixth) ?? feedEntryOf(kind, time, values.slice(4));
}

function feedEntryOf(
  kind: unknown,
  time: EntryTime,
  [channel, reason, fromMs, dropped]: readonly unknown[],
): RecordingEntry | undefined {
  if ((kind !== Kind.doubted && kind !== Kind.gap) || !isText(channel) || !isText(reason) || !isNumber(fromMs)) {
    return undefined;
  }
  if (kind === Kind.gap) {
    return isNumber(dropped) ? { kind: "gap", ...time, channel, reason, fromMs, dropped } : undefined;
  }
  return { kind: "doubted", ...time, channel, reason: reason || undefined, fromMs: fromMs || undefined };
}

type EntryTime = RecordedTime & { readonly connection: number };

function timedEntryOf(kind: unknown, time: EntryTime, content: unknown, more: unknown): RecordingEntry | undefined {
  switch (kind) {
    case Kind.inbound:
      return content instanceof Uint8Array ? { kind: "inbound", ...time, frame: content } : undefined;
    case Kind.connecting:
      return isText(content) ? { kind: "connecting", ...time, address: content } : undefined;
    case Kind.opened:
      return { kind: "opened", ...time };
    case Kind.controlFrame:
      return { kind: "control-frame", ...time };
    case Kind.closed:
      return isNumber(content) && isText(more) ? { kind: "closed", ...time, code: content, cause: more } : undefined;
    case Kind.outbound:
      return isText(content) ? { kind: "outbound", ...time, text: content } : undefined;
    case Kind.withheld:
      return content === "login" || content === "logout" || content === "unknown"
        ? { kind: "outbound-withheld", ...time, content }
        : undefined;
    case Kind.end: {
      const { elapsedNs, epochMs } = time;
      return isNumber(content) ? { kind: "end", elapsedNs, epochMs, frames: content } : undefined;
    }
    default:
      return undefined;
  }
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/** Whether it is a time of a segment. */
export function isElapsed(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= maxElapsedNs;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
