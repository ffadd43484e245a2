import type { Finding } from "../finding.js";
import type { Probe } from "../probe/probe-address.js";
import { type AddressWords, checkAddress } from "./reach.js";

const okStatus = 200;

const words: AddressWords = {
  name: "REST",
  codes: { unreachable: "rest-unreachable", silent: "rest-silent" },
  remedy:
    "Look whether the address is right (--venue, DEPTHWIRE_VENUE) and the venue runs: depthwire sandbox starts one here.",
  judge: ({ status, text }, place) =>
    status === okStatus && isTime(text)
      ? undefined
      : {
          code: "rest-foreign",
          says: `${place} answers, but not as a venue: HTTP ${status} in place of the venue's time`,
          remedy: "Look whether the address is right, and whether a proxy or a maintenance page answers in its place.",
        },
};

/** Whether the REST address answers as a venue does. */
export function checkRest(probe: Probe): Finding {
  return checkAddress(probe, words);
}

/** @spec document 1, Endpoints, Server time */
function isTime(text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)).includes('"time"');
  } catch {
    return false;
  }
}
