import { createInflate } from "@depthwire/book";
import { DepthwireError, defaultFrameLimits } from "@depthwire/core";
import { createFrameBody, decodeFrame, decodeUtf8, type FrameBody } from "@depthwire/core/internal";
import { type Damage, type DamagedPart, damageOf } from "./damage.js";
import { type DecodedMessage, decodeMessages, type Protocol } from "./messages.js";

/** How far a frame could be read. */
export interface DecodedFrame {
  readonly protocol: Protocol;
  /** One line for each step that went well. */
  readonly steps: readonly string[];
  /** The JSON text, as far as it was come to. */
  readonly text: string | undefined;
  readonly messages: readonly DecodedMessage[];
  /** Why it could not be read further. */
  readonly damage: Damage | undefined;
}

/** What is known of a frame before it is read. */
export interface FrameHints {
  readonly protocol: Protocol | undefined;
  readonly serviceName: string;
}

const markers: Readonly<Record<number, string>> = {
  0: "the byte 0x00: plain text follows",
  1: "the byte 0x01: a compressed body follows",
  48: 'the character "0": plain text follows',
  49: 'the character "1": a compressed body follows',
  123: "none: plain JSON",
};

/** Reads a frame step by step, up to its end or to where it is damaged. */
export function readSteps(bytes: Uint8Array, { protocol: wanted, serviceName }: FrameHints): DecodedFrame {
  const protocol = wanted ?? protocolOf(bytes);
  const steps: string[] = [];
  let text: string | undefined;
  try {
    const { bytes: source, start, end } = bodyOf(bytes, protocol, steps);
    text = decodeUtf8(source, start, end);
    const messages = decodeMessages(text, { protocol, serviceName });
    steps.push(`JSON: ${text.length} characters, protocol ${protocol === "prefix" ? "A" : "B"}`);
    steps.push(...messages.map(messageWords));
    return { protocol, steps, text, messages, damage: firstDamage(messages, { part: "frame", bytes, text }) };
  } catch (error) {
    if (!(error instanceof DepthwireError)) {
      throw error;
    }
    return { protocol, steps, text, messages: [], damage: damageOf(error, { part: "frame", bytes, text }) };
  }
}

function firstDamage(messages: readonly DecodedMessage[], frame: DamagedPart): Damage | undefined {
  for (const { error, packed } of messages) {
    if (error !== undefined) {
      return damageOf(error, packed === undefined ? frame : { part: "payload", bytes: packed, text: undefined });
    }
  }
  return undefined;
}

/** The body out of its marker and compression; protocol B has neither. */
function bodyOf(bytes: Uint8Array, protocol: Protocol, steps: string[]): FrameBody {
  if (protocol === "channel") {
    return { bytes, start: 0, end: bytes.length, encoding: "plain" };
  }
  const [first] = bytes;
  const marker = first === undefined ? undefined : markers[first];
  if (marker !== undefined) {
    steps.push(`marker: ${marker}`);
  }
  const body = decodeFrame(bytes, createInflate(), defaultFrameLimits, createFrameBody());
  if (body.encoding !== "plain") {
    const length = bytes.length - 1;
    steps.push(`${body.encoding}: ${length} bytes inflate to ${body.end - body.start}; the checksum is right`);
  }
  return body;
}

function messageWords({ from, kind, channel, dataKind }: DecodedMessage): string {
  const what = kind === "data" ? `data, ${dataKind}` : kind;
  return `message of the ${from}: ${what}${channel === undefined ? "" : `, channel ${channel}`}`;
}

/** Where nobody says it: protocol B's messages are lists, or name a channel or an event. */
function protocolOf(bytes: Uint8Array): Protocol {
  const beginning = Buffer.from(bytes.subarray(0, 4_096)).toString("latin1").trimStart();
  const isOfB = beginning.startsWith("[") || (beginning.startsWith("{") && /"(?:channel|event)"\s*:/.test(beginning));
  return isOfB && !/"(?:topic|sub|unsub|error)"\s*:/.test(beginning) ? "channel" : "prefix";
}
