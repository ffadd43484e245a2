import { DepthwireError } from "@depthwire/core";
import type { Finding } from "./target.js";

/** What came of a call: its value, the code of a typed error, or what was thrown in place of one. */
export type Attempt<Value> =
  | { readonly kind: "taken"; readonly value: Value }
  | { readonly kind: "refused"; readonly code: string; readonly error: DepthwireError }
  | { readonly kind: "uncaught"; readonly finding: Finding };

/** Calls the subject. */
export function attempt<Value>(call: () => Value): Attempt<Value> {
  try {
    return { kind: "taken", value: call() };
  } catch (error) {
    return thrown(error);
  }
}

/** As {@link attempt}, for a call that takes its time. */
export async function attemptLater<Value>(call: () => Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { kind: "taken", value: await call() };
  } catch (error) {
    return thrown(error);
  }
}

function thrown(error: unknown): Exclude<Attempt<never>, { kind: "taken" }> {
  return isTyped(error)
    ? { kind: "refused", code: error.code, error }
    : { kind: "uncaught", finding: uncaughtFinding(error) };
}

/** A typed error is one of the project's, with a code and a message that says something. */
function isTyped(error: unknown): error is DepthwireError {
  return error instanceof DepthwireError && error.code.length > 0 && error.message.length > 0;
}

/** The first place in a stack that belongs to a package of this workspace. */
const ownPlace = /packages\/([a-z]+\/(?:dist|src)\/[^\s:)]+):(\d+)/;

/** What an exception without a code is reported as. The same place with the same kind of error is the same finding. */
export function uncaughtFinding(error: unknown): Finding {
  const name = error instanceof Error ? error.name : typeof error;
  const place = ownPlace.exec(error instanceof Error ? (error.stack ?? "") : "");
  const where = place === null ? "an unknown place" : `${place[1]}:${place[2]}`;
  const words = error instanceof Error ? error.message : String(error);
  return { kind: "uncaught", signature: `${name} at ${where}`, detail: words.slice(0, 300) };
}
