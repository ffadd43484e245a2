import type { Logger } from "../ports/logger.js";
import type { Credential } from "../signing/credential.js";
import { looksSecret, redacted } from "./secret-text.js";

/** Last words of the names of fields that hold secrets. */
const secretWords: ReadonlySet<string> = new Set(
  "key apikey secret apisecret sign signature password passwd authorization cookie credential token".split(" "),
);

/** Longest text of a field that passes; what is longer is cut. */
const maxTextLength = 500;

/** A logger that hides what is secret. */
export interface RedactingLogger extends Logger {
  /** Texts with the key of this credential do not pass either, whatever it looks like. */
  hide(credential: Credential): void;
}

/**
 * A logger through which no key, secret, signature or login passes: fields whose names say that they hold one and texts that
 * look like one are replaced whole. The engine logs nothing secret in the first place; this holds whatever anybody adds.
 */
export function redactingLogger(logger: Logger): RedactingLogger {
  return new Redactor(logger);
}

class Redactor implements RedactingLogger {
  readonly #logger: Logger;
  readonly #hidden = new Set<Credential>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  hide(credential: Credential): void {
    this.#hidden.add(credential);
  }

  log(...[level, event, fields]: Parameters<Logger["log"]>): void {
    const clean: Record<string, string | number | boolean> = {};
    for (const [name, value] of Object.entries(fields)) {
      clean[this.#clean(name)] = isSecretName(name) ? redacted : this.#value(value);
    }
    this.#logger.log(level, this.#clean(event), clean);
  }

  #value(value: string | number | boolean): string | number | boolean {
    return typeof value === "string" ? this.#clean(value) : value;
  }

  #clean(text: string): string {
    if (looksSecret(text)) {
      return redacted;
    }
    for (const credential of this.#hidden) {
      if (text.includes(credential.revealApiKey())) {
        return redacted;
      }
    }
    return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
  }
}

/** `apiKey`, `svc-api-key` and `API_KEY` end in one word. */
function isSecretName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[^a-z]+/);
  return secretWords.has(words.at(-1) ?? "");
}
