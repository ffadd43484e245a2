import { type Finding, sound } from "../finding.js";
import type { Probe } from "../probe/probe-address.js";
import { proxyPlace } from "../probe/way.js";

/** Variables that programs take a proxy's address from. */
const proxyVariables = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];

/** Whether the environment's proxy answers and lets connections through. */
export function checkProxy(
  probes: readonly Probe[],
  environment: Readonly<Record<string, string | undefined>>,
): Finding {
  const named = proxyVariables.filter((name) => (environment[name] ?? "") !== "");
  const used = probes.filter(({ way }) => way.proxy !== undefined);
  const details = { variables: named, usedFor: used.map(({ role }) => role) };
  const refused = used.find(({ failure }) => failure?.step === "proxy");
  if (refused?.way.proxy !== undefined) {
    const { host, port } = proxyPlace(refused.way.proxy);
    const cause = refused.failure?.cause ?? "";
    const isAnswer = cause.startsWith("HTTP ");
    return {
      status: "wrong",
      code: isAnswer ? "proxy-refuses" : "proxy-unreachable",
      says: `The proxy ${host}:${port} of ${named.join(", ")} ${isAnswer ? "refuses to connect to" : "does not answer, on the way to"} ${refused.way.host}:${refused.way.port} (${cause})`,
      remedy: `Correct the variable, have the proxy allow it, or name the host in NO_PROXY: NO_PROXY=${refused.way.host}.`,
      details,
    };
  }
  if (named.length === 0) {
    return sound("No proxy is set", details);
  }
  return used.length > 0
    ? sound(`The proxy of ${named.join(", ")} lets connections through`, details)
    : sound(`${named.join(", ")} is set and not used for this venue`, details);
}
