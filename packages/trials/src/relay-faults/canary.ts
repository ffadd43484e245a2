import { credentialVariables } from "@depthwire/node/internal";
import type { Bus } from "@depthwire/relay";

/** Looks through every message of a bus for secrets that owners have in their environment. */
export class Canary {
  /** Subjects that begin so are the trial's own. */
  readonly ownPrefix = "trial-own";
  /** What owners have in their environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Messages that were looked through. */
  looked = 0;
  /** Subjects of messages with a secret. */
  readonly found: string[] = [];
  readonly #bus: Bus;
  readonly #secrets: readonly string[];
  #end: (() => void) | undefined;

  constructor(bus: Bus, [apiKey = "", apiSecret = ""]: readonly string[]) {
    this.#secrets = [apiKey, apiSecret];
    this.environment = { [credentialVariables.apiKey]: apiKey, [credentialVariables.apiSecret]: apiSecret };
    this.#bus = bus;
    this.look();
  }

  /** Looks at every message from now on. */
  look(): void {
    this.#end ??= this.#bus.subscribe(">", ({ subject, bytes }) => this.#lookAt(subject, bytes));
  }

  /** Looks at none: what the trial floods others with is not for it. */
  pause(): void {
    this.#end?.();
    this.#end = undefined;
  }

  #lookAt(subject: string, bytes: Uint8Array): void {
    if (subject.startsWith(this.ownPrefix)) {
      return;
    }
    this.looked++;
    const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (this.#secrets.some((secret) => message.includes(secret))) {
      this.found.push(subject);
    }
  }
}
