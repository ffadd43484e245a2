import { type Finding, notChecked, sound } from "../finding.js";
import { type Probe, placeOf } from "../probe/probe-address.js";

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

/** What is said of one kind of address. */
export interface AddressWords {
  readonly name: "REST" | "Push";
  /** Where nothing answers at all, and where a connection is made and no answer comes. */
  readonly codes: { readonly unreachable: Finding["code"]; readonly silent: Finding["code"] };
  readonly remedy: string;
  /** What is wrong with the answer; undefined where it is as it should be. */
  judge(probe: Probe, place: string): Pick<Finding, "code" | "says" | "remedy"> | undefined;
}

/** Whether an address answers as it should. */
export function checkAddress(probe: Probe, { name, codes, remedy, judge }: AddressWords): Finding {
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
      code: isConnect ? codes.unreachable : codes.silent,
      says: `${name} at ${place} ${isConnect ? "cannot be reached" : "does not answer"}: ${stepsOf(probe)}`,
      remedy,
      details,
    };
  }
  const fault = judge(probe, place);
  return fault === undefined
    ? sound(`${name} at ${place}: ${stepsOf(probe)}`, details)
    : { status: "wrong", ...fault, details };
}

/** What another check says already of a way that was not gone to its end; undefined where it is for this one. */
function namedElsewhere({ failure, certificate }: Probe): Finding | undefined {
  const because =
    named[failure?.step ?? ""] ??
    (certificate?.distrust !== undefined || certificate?.otherName !== undefined
      ? "its certificate is not accepted"
      : undefined);
  return because === undefined ? undefined : notChecked(because);
}

/** The steps with their times, as far as they were taken. */
function stepsOf({ stepMs, failure }: Probe): string {
  return Object.entries(stepMs)
    .map(([step, ms]) => {
      const word = stepWords[step as keyof typeof stepWords];
      return failure?.step === step ? `${word} failed (${failure.cause})` : `${word} ${ms.toFixed(0)} ms`;
    })
    .join(", ");
}
