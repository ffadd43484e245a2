import type { Logger } from "@depthwire/core";
import type { Findings } from "./findings.js";

/** No key and no secret stands in anything that a program writes for people. */
export class SecretAudit {
  readonly #findings: Findings;
  readonly #secrets: readonly string[];

  constructor(findings: Findings, secrets: readonly string[]) {
    this.#findings = findings;
    this.#secrets = secrets;
  }

  /** A program's log. */
  logger(who: string): Logger {
    return {
      log: (_level, event, fields) => this.written(who, `${event} ${JSON.stringify(fields)}`),
    };
  }

  /** Something was written for people: a line of a log, an error with its cause. */
  written(who: string, text: string): void {
    this.#findings.looked("secrets");
    if (this.#secrets.some((secret) => text.includes(secret))) {
      this.#findings.add("secrets", `${who}: a secret stands in what it writes`);
    }
  }

  /** An error that a program was given. */
  error(who: string, error: unknown): void {
    this.written(who, textOf(error));
  }
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const { cause } = error;
  return `${error.stack ?? error.message} ${JSON.stringify(error)} ${cause === undefined ? "" : textOf(cause)}`;
}
