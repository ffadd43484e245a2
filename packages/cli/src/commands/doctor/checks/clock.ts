import type { VenueClockReading } from "@depthwire/rest";
import { type Finding, sound } from "../finding.js";

/** Signed requests farther from the venue's time are refused. @spec document 1, Authentication */
const toleranceMs = 30_000;
/** Clocks that are set by the network differ by less. */
const usualMs = 1_000;

/** Whether this computer's clock and the venue's agree. @param measure asks the venue */
export async function checkClock(measure: () => Promise<VenueClockReading | undefined>): Promise<Finding> {
  const reading = await measure();
  if (reading === undefined) {
    return {
      status: "warn",
      code: "clock-unknown",
      says: "The venue's time could not be measured",
      remedy: "Ask again when the venue answers.",
    };
  }
  const { offsetMs, uncertaintyMs } = reading;
  const details = { offsetMs: Math.round(offsetMs), uncertaintyMs: Math.ceil(uncertaintyMs) };
  const distance = Math.max(0, Math.abs(offsetMs) - uncertaintyMs);
  const words = `The venue's clock is ${seconds(Math.abs(offsetMs))} ${offsetMs > 0 ? "ahead of" : "behind"} this computer's (± ${Math.ceil(uncertaintyMs)} ms)`;
  if (distance <= usualMs) {
    return sound(words, details);
  }
  return {
    status: distance >= toleranceMs ? "wrong" : "warn",
    code: "clock-skewed",
    says:
      distance >= toleranceMs
        ? `${words}: what programs sign by this computer's clock is refused beyond ${toleranceMs / 1_000} s`
        : words,
    remedy:
      "Let the network set this computer's clock (timedatectl set-ntp true); if it is right already, the venue's is not. depthwire itself signs by the venue's time.",
    details,
  };
}

function seconds(ms: number): string {
  return ms < usualMs ? `${Math.round(ms)} ms` : `${(ms / usualMs).toFixed(1)} s`;
}
