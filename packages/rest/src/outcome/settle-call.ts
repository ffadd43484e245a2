import { DepthwireError, OrderOutcomeUnknown, TransportError } from "@depthwire/core";
import type { CallOptions } from "../call/call-options.js";
import { CallScope } from "../call/call-scope.js";
import { readFence } from "./fence.js";
import type { ResolveOptions, ResolveParts } from "./resolve-orders.js";

/** What became of a call that cannot be found by an id of the caller's. */
export type CallVerdict<Done> =
  /**
   * It was carried out, and answered or found. `perhapsTwice`: the runtime may send a request twice by itself, and what the venue shows is not what this call
   * does once: it was carried out twice, or something else moved. Look before you rely on it.
   */
  | { readonly kind: "done"; readonly result: Done; readonly perhapsTwice?: true }
  /** It was not carried out, and its request can no longer arrive. */
  | { readonly kind: "not-done" }
  /** It cannot be told: the fence is not known, the venue is silent, or something else moved what would show it. */
  | { readonly kind: "unknown"; readonly reason: "tolerance-not-known" | "venue-silent" | "other-movement" };

/** How the trace of a call is looked for. */
export interface Trace<Before, Done> {
  /** What is there before the call. */
  readonly before: (options: CallOptions) => Promise<Before>;
  /** What has changed since: the call's own trace, nothing, or something that may hide it. */
  readonly after: (before: Before, options: CallOptions) => Promise<Seen<Done>>;
}

/** What a look at the traces showed. */
export type Seen<Done> =
  | { readonly kind: "done"; readonly result: Done; readonly perhapsTwice?: true }
  | { readonly kind: "nothing" }
  | { readonly kind: "other-movement" };

/** How such a call is made and settled. */
export type SettleOptions = Omit<ResolveOptions, "pushed"> & Pick<CallOptions, "priority">;

/**
 * Makes a call that must not be repeated and has no id. If it is cut off, its traces tell what became of it: they are compared with
 * what was there before, until they show it or the request can no longer arrive.
 *
 * @throws as a call, when it was refused or certainly not sent
 */
export async function settleCall<Before, Done>(
  parts: ResolveParts,
  make: (options: CallOptions) => Promise<Done>,
  trace: Trace<Before, Done>,
  options: SettleOptions = {},
): Promise<CallVerdict<Done>> {
  const { clock, listeners, closing } = parts;
  const { signal, timeoutMs = 120_000 } = options;
  const before = await trace.before({ signal, priority: "outcome" });
  let unknown: OrderOutcomeUnknown;
  try {
    const result = await make({ signal, priority: options.priority });
    const isOnce = !parts.mayRepeat || (await showsOnce(trace, before, signal));
    return { kind: "done", result, ...(isOnce ? {} : { perhapsTwice: true }) };
  } catch (error) {
    if (!(error instanceof OrderOutcomeUnknown)) {
      throw error;
    }
    unknown = error;
    parts.knownSinceMs(unknown.details);
  }
  const scope = new CallScope({ clock, listeners }, timeoutMs, signal, closing);
  try {
    for (let pauseMs = 500; ; pauseMs = Math.min(5_000, pauseMs * 2)) {
      const isOver = readFence(parts, options);
      const seen = await look(() => trace.after(before, { signal: scope.signal, priority: "outcome" }), scope);
      if (seen?.kind === "done") {
        return seen;
      }
      const verdict = seen && verdictOf(seen.kind, isOver?.(unknown.details));
      if (verdict !== undefined) {
        return verdict;
      }
      await scope.wait(clock, pauseMs);
    }
  } catch (error) {
    if (error instanceof TransportError && error.code === "timed-out" && scope.signal.aborted) {
      return { kind: "unknown", reason: "venue-silent" };
    }
    throw error;
  } finally {
    scope.end();
  }
}

/** Whether nothing at the venue speaks against it that an answered call was carried out once. */
async function showsOnce<Before, Done>(
  trace: Trace<Before, Done>,
  before: Before,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const seen = await trace.after(before, { signal, priority: "outcome" }).catch(() => undefined);
  return seen?.kind === "nothing" || (seen?.kind === "done" && seen.perhapsTwice === undefined);
}

/**
 * What it means that the call cannot be seen; undefined while it may still arrive.
 *
 * @param isOver whether its request can arrive no more; undefined where nobody knows
 */
function verdictOf(seen: "nothing" | "other-movement", isOver: boolean | undefined): CallVerdict<never> | undefined {
  if (isOver === undefined) {
    return { kind: "unknown", reason: "tolerance-not-known" };
  }
  if (!isOver) {
    return undefined;
  }
  return seen === "nothing" ? { kind: "not-done" } : { kind: "unknown", reason: "other-movement" };
}

/** Undefined when the venue could not be asked; it is asked again. */
async function look<Done>(ask: () => Promise<Seen<Done>>, scope: CallScope): Promise<Seen<Done> | undefined> {
  try {
    return await ask();
  } catch (error) {
    scope.signal.throwIfAborted();
    if (error instanceof DepthwireError) {
      return undefined;
    }
    throw error;
  }
}
