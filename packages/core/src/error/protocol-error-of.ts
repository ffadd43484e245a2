import { ProtocolError } from "./protocol-error.js";

/** `error` if it is one that a decoder may throw. Anything else is a defect. */
export function protocolErrorOf(error: unknown): ProtocolError | undefined {
  return error instanceof ProtocolError ? error : undefined;
}
