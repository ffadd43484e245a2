import { randomFor } from "./kernel/seeds.js";

/** Who takes part in a world beside the venue and its crowd. */
export interface Cast {
  /** How many traders, each with an account of its own. */
  readonly traders: 0 | 1 | 2;
  /** Whether books are relayed. */
  readonly hasRelay: boolean;
  /** Whether there is a desk: two programs with one key, of which one alone trades. */
  readonly hasDesk: boolean;
}

/** Accounts of the traders. */
const traderAccounts = [300_001, 300_002] as const;
/** The account that the programs of a desk share. */
export const deskAccount = 300_003;

/** Casts with how many of twenty worlds have each. A small cast costs less, and leaves more of what goes wrong to each of its programs. */
const casts: readonly (readonly [number, Cast])[] = [
  [6, { traders: 2, hasRelay: false, hasDesk: false }],
  [3, { traders: 1, hasRelay: false, hasDesk: false }],
  [4, { traders: 0, hasRelay: true, hasDesk: false }],
  [2, { traders: 1, hasRelay: true, hasDesk: false }],
  [4, { traders: 0, hasRelay: false, hasDesk: true }],
  [1, { traders: 1, hasRelay: false, hasDesk: true }],
];
const worldsOfAll = 20;

/** The cast of a seed. */
export function castOf(seed: number): Cast {
  let place = randomFor(seed, "cast")() * worldsOfAll;
  for (const [worlds, cast] of casts) {
    if (place < worlds) {
      return cast;
    }
    place -= worlds;
  }
  throw new RangeError("the shares of the casts make twenty");
}

/** Accounts of the traders of a cast. */
export function accountsOf({ traders }: Cast): readonly number[] {
  return traderAccounts.slice(0, traders);
}
