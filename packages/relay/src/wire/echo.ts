import { ValidationError } from "@depthwire/core";
import { maxTerm } from "./header.js";
import { wireVersion } from "./subjects.js";
import { type VarintFault, VarintReader, writeVarint } from "./varint.js";

/** A question that only the owner answers, on the connection that publishes its frames and beats. */
export interface EchoQuestion {
  /** Drawn by who asks, so that nobody else can foresee it. */
  readonly nonce: number;
  /** The list of pairs that the asker knows; 0 for none: then a beat with names comes behind the answer. */
  readonly list: number;
}

/** The owner's answer. */
export interface EchoAnswer {
  readonly nonce: number;
  /** The owner's term: a former owner's answer proves nothing about the present one. */
  readonly term: number;
}

/** Why an echo cannot be used. Counted by these names. */
export type EchoFault = VarintFault | "other-version" | "unknown-kind" | "trailing-bytes";

/** Second byte of each. No kind of frame and no beat has it. */
const questionCode = 32;
const answerCode = 33;
const maxList = 2 ** 32 - 1;

/** The question's bytes. @throws ValidationError `value-invalid` */
export function encodeEchoQuestion({ nonce, list }: EchoQuestion): Uint8Array {
  return encode(questionCode, ["nonce", nonce, Number.MAX_SAFE_INTEGER], ["list", list, maxList]);
}

/** The answer's bytes. @throws ValidationError `value-invalid` */
export function encodeEchoAnswer({ nonce, term }: EchoAnswer): Uint8Array {
  return encode(answerCode, ["nonce", nonce, Number.MAX_SAFE_INTEGER], ["term", term, maxTerm]);
}

/** Reads a question, or says what is wrong with it. Never throws. */
export function decodeEchoQuestion(bytes: Uint8Array): EchoQuestion | EchoFault {
  const read = decode(bytes, questionCode, maxList);
  return typeof read === "string" ? read : { nonce: read.first, list: read.second };
}

/** Reads an answer, or says what is wrong with it. Never throws. */
export function decodeEchoAnswer(bytes: Uint8Array): EchoAnswer | EchoFault {
  const read = decode(bytes, answerCode, maxTerm);
  return typeof read === "string" ? read : { nonce: read.first, term: read.second };
}

type NamedNumber = readonly [name: string, value: number, max: number];

function encode(code: number, ...numbers: readonly NamedNumber[]): Uint8Array {
  const bytes = new Uint8Array(2 + 8 * numbers.length);
  bytes[0] = wireVersion;
  bytes[1] = code;
  let at = 2;
  for (const [path, value, max] of numbers) {
    if (!(Number.isInteger(value) && value >= 0 && value <= max)) {
      throw new ValidationError("value-invalid", { path, rule: `an integer from 0 to ${max}` });
    }
    at = writeVarint(value, bytes, at);
  }
  return bytes.subarray(0, at);
}

function decode(bytes: Uint8Array, code: number, maxSecond: number): { first: number; second: number } | EchoFault {
  if (bytes.length < 2) {
    return "short";
  }
  if (bytes[0] !== wireVersion) {
    return "other-version";
  }
  if (bytes[1] !== code) {
    return "unknown-kind";
  }
  const numbers = new VarintReader();
  numbers.start(bytes, 2);
  const first = numbers.next(Number.MAX_SAFE_INTEGER);
  const second = numbers.next(maxSecond);
  if (numbers.fault !== undefined) {
    return numbers.fault;
  }
  return numbers.at === bytes.length ? { first, second } : "trailing-bytes";
}
