import { limits } from "@depthwire/schema/internal";
import type { CallerOptions } from "../index.js";
import { type ScriptedVenue, type SeenRequest, scriptedVenue } from "./scripted-venue.spec-kit.js";

/** How long one request takes to the venue, and its answer back. Milliseconds. */
export interface RoundTrip {
  readonly outMs: number;
  readonly backMs: number;
}

/** A venue at a distance, that counts as strictly as one can: each request when it arrives, refused ones too. */
export interface FarVenue extends ScriptedVenue {
  /** When requests arrived, monotonic milliseconds. */
  readonly arrivedAtMs: number[];
  /** When those arrived that were refused with 2091. */
  readonly refusedAtMs: number[];
}

/** What far venues answer besides the count: `undefined` never answers. */
type FarAnswer = (request: SeenRequest) => object | undefined;

const emptyPage = { state: 0, result: { p: 1, t: 0, o: [] } };
const tooFrequent = { state: 2091, msg: "request is too frequency, please try again later" };
const windowMs = limits.frequencyWindow.assumed;

/** @param roundTrip of the nth request, from 0 */
export function farVenue(
  roundTrip: (nth: number) => RoundTrip,
  options: Partial<CallerOptions> = {},
  answer: FarAnswer = () => emptyPage,
): FarVenue {
  const arrivedAtMs: number[] = [];
  const refusedAtMs: number[] = [];
  const wait = (ms: number): Promise<void> => new Promise((resolve) => venue.clock.after(ms, resolve));
  const venue = scriptedVenue(
    async (request, nth) => {
      const { outMs, backMs } = roundTrip(nth - 1);
      await wait(outMs);
      const nowMs = venue.clock.monotonicMs();
      arrivedAtMs.push(nowMs);
      const isRefused = arrivedAtMs.filter((atMs) => atMs > nowMs - windowMs).length > limits.frequency.max;
      if (isRefused) {
        refusedAtMs.push(nowMs);
      }
      await wait(backMs);
      const given = isRefused ? tooFrequent : answer(request);
      return given ?? new Promise<object>(() => undefined);
    },
    { timeoutMs: 600_000, ...options },
  );
  return { ...venue, arrivedAtMs, refusedAtMs };
}
