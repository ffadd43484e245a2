import type { Finding } from "../finding.js";
import type { Probe } from "../probe/probe-address.js";
import { type AddressWords, checkAddress } from "./reach.js";

const switchingProtocols = 101;

const words: AddressWords = {
  name: "Push",
  codes: { unreachable: "push-unreachable", silent: "push-silent" },
  remedy: "Look whether the address is right (--push) and the venue's push service runs; a firewall may bar its port.",
  judge: ({ status }, place) =>
    status === switchingProtocols
      ? undefined
      : {
          code: "push-refused",
          says: `Push at ${place} refuses connections: HTTP ${status} in place of 101`,
          remedy: "Look whether the path is right (--push), and whether a proxy on the way bars WebSockets.",
        },
};

/** Whether the push address takes connections. */
export function checkPush(probe: Probe): Finding {
  return checkAddress(probe, words);
}
