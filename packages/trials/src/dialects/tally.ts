import { channelKind, documentedChannels, type Protocol } from "./channels.js";
import { documentedOperations } from "./operations.js";

/** Profiles that a venue is asked for. */
export const profiles = ["documented", "deployed"] as const;

/** Whose habits a venue has. */
export type Profile = (typeof profiles)[number];

/** What all hands at all venues of a run have met. */
export class DialectTally {
  clients = 0;
  calls = 0;
  pushes = 0;
  wrong = 0;
  cut = 0;
  readonly #called = new Set<string>();
  readonly #checks = new Map<string, number>();
  /** By their words without numbers: the first of its kind, and how many there were. */
  readonly #reasons = new Map<string, { readonly first: string; times: number }>();

  /** A request was answered. */
  answered(profile: Profile, operation: string, outcome: "carried-out" | "refused"): void {
    this.calls += 1;
    if (outcome === "carried-out") {
      this.#called.add(`${profile} ${operation}`);
    }
  }

  /** A message of a channel was understood. */
  heard(profile: Profile, protocol: Protocol, channel: string): void {
    this.pushes += 1;
    this.#called.add(`${profile} ${channelKind(protocol, channel)}`);
  }

  /** Something was held against what it should be. */
  checked(subject: string): void {
    this.#checks.set(subject, (this.#checks.get(subject) ?? 0) + 1);
  }

  /** The venue did what it should not. */
  blame(who: string, reason: string): void {
    this.wrong += 1;
    this.#note(`${who}: ${reason}`);
  }

  /** A connection ended that nobody had asked to end. */
  lose(who: string, how: string): void {
    this.cut += 1;
    this.#note(`${who}: the connection was cut: ${how}`);
  }

  /** How many of the documents' operations, or channels, were met with success somewhere. */
  count(names: readonly string[]): number {
    return names.filter((name) => profiles.some((profile) => this.#called.has(`${profile} ${name}`))).length;
  }

  /** What nobody has met with success, by profile. */
  uncalled(asked: readonly Profile[]): readonly string[] {
    const names = [...documentedOperations, ...documentedChannels];
    return asked.flatMap((profile) => names.map((name) => `${profile} ${name}`)).filter((n) => !this.#called.has(n));
  }

  /** How often each subject was held against what it should be. */
  get checks(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#checks].sort(([left], [right]) => (left < right ? -1 : 1)));
  }

  /** Reasons that differ in nothing but numbers once, with how often they were met. */
  get reasons(): readonly string[] {
    return [...this.#reasons.values()].map(({ first, times }) => (times === 1 ? first : `${first} (${times} times)`));
  }

  #note(reason: string): void {
    const kind = reason.replace(/\d+(\.\d+)?/g, "0");
    const known = this.#reasons.get(kind);
    if (known === undefined) {
      this.#reasons.set(kind, { first: reason, times: 1 });
    } else {
      known.times += 1;
    }
  }
}
