import type { ProbeStep } from "./way.js";

/** Why a probe ended before its last step. */
export class FailedStep extends Error {
  readonly step: ProbeStep;
  /** The system's word for it, such as `ECONNREFUSED`, or a short text. */
  override readonly cause: string;

  constructor(step: ProbeStep, cause: unknown) {
    const word = wordOf(cause);
    super(`${step}: ${word}`);
    this.name = "FailedStep";
    this.step = step;
    this.cause = word;
  }
}

function wordOf(cause: unknown): string {
  if (typeof cause === "string") {
    return cause;
  }
  const { code, message, errors } = cause as {
    readonly code?: unknown;
    readonly message?: string;
    readonly errors?: readonly unknown[];
  };
  // Several addresses of one name were tried.
  const first = errors?.[0];
  return typeof code === "string" ? code : first === undefined ? (message ?? "unknown") : wordOf(first);
}
