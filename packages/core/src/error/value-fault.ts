import type { ProtocolErrorCode } from "./error-details.js";
import { ProtocolError } from "./protocol-error.js";
import { ValidationError } from "./validation-error.js";

/** One step into a value: a key or an index. */
export type PathStep = string | number;

/** Codes that a decoder of shapes ends in. */
export type ValueFaultCode = Extract<ProtocolErrorCode, "message-shape" | "number-malformed" | "number-too-large">;

/**
 * What is wrong with one value, thrown by the closures of a codec and caught at its door. Each composite adds its own step on the way
 * out, so that a path costs nothing while all is well. It is not an Error: it has no stack, and no caller ever sees it.
 */
export class ValueFault {
  readonly code: ValueFaultCode;
  /** What should have been there, in words. */
  readonly expected: string;
  /** From the inside out. */
  readonly steps: PathStep[] = [];

  /** @param expected what should have been there, in words */
  constructor(code: ValueFaultCode, expected: string) {
    this.code = code;
    this.expected = expected;
  }
}

/** Throws a fault of shape. */
export function refuse(expected: string): never {
  throw new ValueFault("message-shape", expected);
}

/** Adds a step to a fault on its way out; anything else passes unchanged. */
export function under(thrown: unknown, step: PathStep): unknown {
  if (thrown instanceof ValueFault) {
    thrown.steps.push(step);
  }
  return thrown;
}

/** The path as text: `d.asks[3][1]`. */
export function pathText(steps: readonly PathStep[]): string {
  let text = "";
  for (const step of steps.toReversed()) {
    text += typeof step === "number" ? `[${step}]` : `${text === "" ? "" : "."}${step}`;
  }
  return text;
}

/** What a decoder throws for a fault. */
export function decodingError(thrown: unknown): unknown {
  if (!(thrown instanceof ValueFault)) {
    return thrown;
  }
  const path = pathText(thrown.steps);
  return thrown.code === "message-shape"
    ? new ProtocolError("message-shape", { path, expected: thrown.expected })
    : new ProtocolError(thrown.code, { path });
}

/** What an encoder throws for a fault. */
export function encodingError(thrown: unknown): unknown {
  return thrown instanceof ValueFault
    ? new ValidationError("value-invalid", { path: pathText(thrown.steps), rule: thrown.expected })
    : thrown;
}
