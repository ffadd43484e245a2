import type { Venue } from "@depthwire/client";
import type { Clock } from "@depthwire/core";
import { nearestAddress } from "@depthwire/sandbox/internal";
import { coin, spot, usdt } from "@depthwire/schema";
import { pairGrammars } from "@depthwire/schema/internal";

/** Age from which a list that lacks a pair is asked for again, in milliseconds: the pair may be new. */
const relistAfterMs = 60_000;

/** How long the venue's list is waited for, in milliseconds. */
const maxListMs = 3_000;

const pairPattern = new RegExp(pairGrammars.map(({ pattern }) => `(?:${pattern})`).join("|"));

/** Whether this is the name of a pair, listed or not. */
export function isPair(text: string): boolean {
  return pairPattern.test(text);
}

/** Kinds of pairs, each with a list of its own. */
export type Family = "usdt" | "coin" | "spot";

/** What the venue listed, and when, on the monotonic clock. */
interface Listed {
  readonly pairs: ReadonlySet<string>;
  readonly atMs: number;
}

/** The pairs that the venue lists, asked of it when somebody wants to know. */
export class KnownPairs {
  readonly #rest: () => Venue["rest"];
  readonly #clock: Clock;
  readonly #lists = new Map<Family, Listed>();
  readonly #asking = new Map<Family, Promise<void>>();

  /** @param rest the venue's calls; it throws where nobody can be asked */
  constructor(rest: () => Venue["rest"], clock: Clock) {
    this.#rest = rest;
    this.#clock = clock;
  }

  /** Whether the venue listed this pair when it was asked last. */
  isListed(pair: string): boolean {
    return this.#lists.get(familyOf(pair))?.pairs.has(pair) === true;
  }

  /** Whether the venue lists this pair; `not-known` where it does not say which ones it has. */
  async look(pair: string): Promise<"listed" | "not-listed" | "not-known"> {
    const family = familyOf(pair);
    const before = this.#lists.get(family);
    if (before?.pairs.has(pair) === true) {
      return "listed";
    }
    if (before !== undefined && this.#clock.monotonicMs() - before.atMs < relistAfterMs) {
      return "not-listed";
    }
    await this.#askOnce(family);
    const now = this.#lists.get(family);
    if (now === before || now === undefined) {
      return "not-known";
    }
    return now.pairs.has(pair) ? "listed" : "not-listed";
  }

  /** The listed pair that a name most likely meant, among those that are known by now. */
  nearest(pair: string): string | undefined {
    const known = [...(this.#lists.get(familyOf(pair))?.pairs ?? [])].map((path) => ({ method: "", path }));
    return nearestAddress({ method: "", path: pair }, known)?.path;
  }

  #askOnce(family: Family): Promise<void> {
    const asking = this.#asking.get(family) ?? this.#ask(family).finally(() => this.#asking.delete(family));
    this.#asking.set(family, asking);
    return asking;
  }

  async #ask(family: Family): Promise<void> {
    try {
      const pairs = new Set(await listOf(this.#rest(), family));
      this.#lists.set(family, { pairs, atMs: this.#clock.monotonicMs() });
    } catch {
      // Who cannot be asked lists nothing: whatever comes next finds out, and says, why.
    }
  }
}

/** The kind of pair that a name is of. @spec document 1, Resources, Pair */
export function familyOf(pair: string): Family {
  if (pair.startsWith("4")) {
    return "usdt";
  }
  return pair.startsWith("5") ? "coin" : "spot";
}

async function listOf(rest: Venue["rest"], family: Family): Promise<readonly string[]> {
  const options = { timeoutMs: maxListMs };
  const operations = { usdt: usdt.getContracts, coin: coin.getContracts, spot: spot.getPairs } as const;
  const listed: readonly { readonly pair: string }[] = await rest.call(operations[family], {}, options);
  return listed.map(({ pair }) => pair);
}
