import { type Finding, sound } from "../finding.js";
import { type Probe, placeOf } from "../probe/probe-address.js";

const dayMs = 86_400_000;
/** Certificates are renewed some weeks before their end. */
const soonMs = 14 * dayMs;

/** Whether the certificates are valid today, for these hosts, and trusted. */
export function checkTls(probes: readonly Probe[], nowMs: number): Finding {
  const findings = probes.filter(({ way }) => way.isSecure).map((probe) => judge(probe, nowMs));
  const worst =
    findings.find(({ status }) => status === "wrong") ??
    findings.find(({ status }) => status === "warn") ??
    findings[0];
  if (worst !== undefined) {
    return worst;
  }
  const foreign = probes.find(({ way }) => !isThisComputer(way.host));
  return foreign === undefined
    ? sound("The venue is on this computer and spoken to without TLS")
    : {
        status: "warn",
        code: "tls-absent",
        says: `${placeOf(foreign)} is spoken to without TLS: everyone on the way can read and change it`,
        remedy: "Use an https: address unless the network is your own.",
      };
}

function isThisComputer(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

function judge(probe: Probe, nowMs: number): Finding {
  const { certificate, failure, way } = probe;
  const place = placeOf(probe);
  if (certificate === undefined) {
    return failure?.step === "tls"
      ? wrong("tls-failed", `TLS with ${place} failed (${failure.cause})`, "Look whether this port speaks TLS.")
      : { status: "warn", code: "not-checked", says: `Not checked: ${place} was not reached` };
  }
  const { validFromMs, validToMs, distrust, otherName } = certificate;
  const details = { place, ...certificate };
  if (nowMs > validToMs) {
    const says = `The certificate of ${place} expired on ${day(validToMs)}`;
    return { ...wrong("certificate-expired", says, "Its owner has to renew it; do not trade over it."), details };
  }
  if (nowMs < validFromMs) {
    const says = `The certificate of ${place} begins on ${day(validFromMs)}, and this computer's date is ${day(nowMs)}`;
    return { ...wrong("certificate-early", says, "Set this computer's clock."), details };
  }
  if (distrust !== undefined) {
    const says = `The certificate of ${place} is not trusted (${distrust})`;
    const remedy =
      "If it is your own, name its authority: NODE_EXTRA_CA_CERTS=FILE. If not, somebody may be in between: send no key there.";
    return { ...wrong("certificate-untrusted", says, remedy), details };
  }
  if (otherName !== undefined) {
    const says = `The certificate of ${place} is another host's (${otherName})`;
    return { ...wrong("certificate-name", says, "Use the name that it is for; else send no key there."), details };
  }
  if (validToMs - nowMs < soonMs) {
    const says = `The certificate of ${place} ends on ${day(validToMs)}`;
    return { status: "warn", code: "certificate-ends-soon", says, remedy: "Its owner has to renew it.", details };
  }
  return sound(`The certificate of ${way.host} is trusted until ${day(validToMs)}`, details);
}

function wrong(code: Finding["code"], says: string, remedy: string): Finding {
  return { status: "wrong", code, says, remedy };
}

function day(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, "2026-01-01".length);
}
