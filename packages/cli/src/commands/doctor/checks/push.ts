import { type Finding, sound } from "../finding.js";
import { type Probe, placeOf } from "../probe/probe-address.js";
import { namedElsewhere, stepsOf } from "./reach.js";

const switchingProtocols = 101;

/** Whether the push address takes connections. */
export function checkPush(probe: Probe): Finding {
  const { failure, status, stepMs } = probe;
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
      code: isConnect ? "push-unreachable" : "push-silent",
      says: `Push at ${place} ${isConnect ? "cannot be reached" : "does not answer"}: ${stepsOf(probe)}`,
      remedy:
        "Look whether the address is right (--push) and the venue's push service runs; a firewall may bar its port.",
      details,
    };
  }
  if (status !== switchingProtocols) {
    return {
      status: "wrong",
      code: "push-refused",
      says: `Push at ${place} refuses connections: HTTP ${status} in place of 101`,
      remedy: "Look whether the path is right (--push), and whether a proxy on the way bars WebSockets.",
      details,
    };
  }
  return sound(`Push at ${place}: ${stepsOf(probe)}`, details);
}
