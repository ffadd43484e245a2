import { type Finding, sound } from "../finding.js";
import type { Probe } from "../probe/probe-address.js";

/** Whether the names in the addresses lead to hosts. @param probes those of REST and push */
export function checkDns(probes: readonly Probe[]): Finding {
  const unknown = probes.find(({ failure }) => failure?.step === "dns");
  const hosts = [...new Set(probes.map(({ way }) => way.host))];
  const details = { hosts, ms: Object.fromEntries(probes.map(({ role, stepMs }) => [role, stepMs.dns])) };
  if (unknown !== undefined) {
    return {
      status: "wrong",
      code: "name-unknown",
      says: `The name ${unknown.way.host} leads to no host (${unknown.failure?.cause})`,
      remedy: "Correct the address (--venue, --push), or the computer's name servers.",
      details,
    };
  }
  const resolved = probes.filter(({ stepMs }) => stepMs.dns !== undefined).map(({ way }) => way.host);
  const byProxy = probes.some(({ way }) => way.proxy !== undefined);
  return sound(
    resolved.length > 0
      ? `${[...new Set(resolved)].join(", ")} ${new Set(resolved).size === 1 ? "leads" : "lead"} to a host`
      : byProxy
        ? "The proxy looks up the names"
        : `No name has to be looked up for ${hosts.join(", ")}`,
    details,
  );
}
