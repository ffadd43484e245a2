import { type Finding, sound } from "../finding.js";
import { type Probe, placeOf } from "../probe/probe-address.js";
import { namedElsewhere, stepsOf } from "./reach.js";

const okStatus = 200;

/** Whether the REST address answers as a venue does. */
export function checkRest(probe: Probe): Finding {
  const { failure, status, stepMs, text } = probe;
  const place = placeOf(probe);
  const details = { place, steps: stepMs, ...(failure === undefined ? { status } : { failed: failure }) };
  const elsewhere = namedElsewhere(probe);
  if (elsewhere !== undefined) {
    return { ...elsewhere, details };
  }
  if (failure !== undefined) {
    const isConnect = failure.step === "connect";
    return {
      status: "wrong",
      code: isConnect ? "rest-unreachable" : "rest-silent",
      says: `REST at ${place} ${isConnect ? "cannot be reached" : "does not answer"}: ${stepsOf(probe)}`,
      remedy:
        "Look whether the address is right (--venue, DEPTHWIRE_VENUE) and the venue runs: depthwire sandbox starts one here.",
      details,
    };
  }
  if (status !== okStatus || !isTime(text)) {
    return {
      status: "wrong",
      code: "rest-foreign",
      says: `${place} answers, but not as a venue: HTTP ${status} in place of the venue's time`,
      remedy: "Look whether the address is right, and whether a proxy or a maintenance page answers in its place.",
      details,
    };
  }
  return sound(`REST at ${place}: ${stepsOf(probe)}`, details);
}

/** @spec document 1, Endpoints, Server time */
function isTime(text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)).includes('"time"');
  } catch {
    return false;
  }
}
