import { randomBytes } from "node:crypto";

/** Bytes that nobody can guess, from the system's secure source. */
export function systemRandomBytes(count: number): Uint8Array {
  return randomBytes(count);
}
