import { type Finding, notChecked } from "../finding.js";
import type { Probe } from "../probe/probe-address.js";

/** What each step is called for people. */
const stepWords = {
  proxy: "the proxy",
  dns: "looking up its name",
  connect: "connecting",
  tls: "TLS",
  http: "HTTP",
} as const;

/** Steps whose failure another check names. */
const named: Readonly<Record<string, string>> = {
  proxy: "the proxy does not let it through",
  dns: "its name leads to no host",
  tls: "TLS fails",
};

/** What another check says already of a way that was not gone to its end; undefined where it is for this one. */
export function namedElsewhere({ failure, certificate }: Probe): Finding | undefined {
  const because =
    named[failure?.step ?? ""] ??
    (certificate?.distrust !== undefined || certificate?.otherName !== undefined
      ? "its certificate is not accepted"
      : undefined);
  return because === undefined ? undefined : notChecked(because);
}

/** The steps with their times, as far as they were taken. */
export function stepsOf({ stepMs, failure }: Probe): string {
  return Object.entries(stepMs)
    .map(([step, ms]) => {
      const word = stepWords[step as keyof typeof stepWords];
      return failure?.step === step ? `${word} failed (${failure.cause})` : `${word} ${ms.toFixed(0)} ms`;
    })
    .join(", ");
}
