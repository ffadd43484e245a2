import { randomFor } from "./kernel/seeds.js";

/** Who takes part in a world beside the venue and its crowd. */
export interface Cast {
  /** How many traders, each with an account of its own. */
  readonly traders: 0 | 1 | 2;
  /** How many of them keep their books in threads; the others in the one that trades. */
  readonly threaded: 0 | 1 | 2;
  /** Whether books are relayed. */
  readonly hasRelay: boolean;
  /** Whether there is a desk: two programs with one key, of which one alone trades. */
  readonly hasDesk: boolean;
  /** Whether there is a local accelerator, and a bot that trades through it. */
  readonly hasAccelerator: boolean;
}

/** Accounts of the traders. */
const traderAccounts = [300_001, 300_002] as const;
/** The account that the programs of a desk share. */
export const deskAccount = 300_003;

/** The account that the accelerator trades. */
export const acceleratorAccount = 300_004;

/** Nobody beside the venue and its crowd. */
const nobody: Cast = { traders: 0, threaded: 0, hasRelay: false, hasDesk: false, hasAccelerator: false };

/** Casts with how many of twenty worlds have each. A small cast costs less, and leaves more of what goes wrong to each of its programs. */
const casts: readonly (readonly [number, Cast])[] = [
  [5, { ...nobody, traders: 2 }],
  [1, { ...nobody, hasAccelerator: true }],
  [2, { ...nobody, traders: 1 }],
  [1, { ...nobody, traders: 1, hasAccelerator: true }],
  [4, { ...nobody, hasRelay: true }],
  [1, { ...nobody, traders: 1, hasRelay: true }],
  [1, { ...nobody, hasAccelerator: true }],
  [4, { ...nobody, hasDesk: true }],
  [1, { ...nobody, traders: 1, hasDesk: true }],
];
const worldsOfAll = 20;

/** The cast of a seed. */
export function castOf(seed: number): Cast {
  let place = randomFor(seed, "cast")() * worldsOfAll;
  for (const [worlds, cast] of casts) {
    if (place < worlds) {
      const threaded = accountsOf(cast).filter((_, trader) => threadsOf(seed, trader).shards > 0).length;
      return { ...cast, threaded: threaded as Cast["threaded"] };
    }
    place -= worlds;
  }
  throw new RangeError("the shares of the casts make twenty");
}

/** Accounts of the traders of a cast. */
export function accountsOf({ traders }: Cast): readonly number[] {
  return traderAccounts.slice(0, traders);
}

/** The threads that a trader's books are kept in. */
export interface BookThreads {
  /** 0: none, they are kept in the thread that trades. */
  readonly shards: 0 | 1 | 2;
  /** Whether threads share memory, or messages alone go between them, as where a page may not share any. */
  readonly memory: "shared" | "apart";
  /** How its second book is followed; the first one is read. */
  readonly secondBook: BookReading;
}

/** How a program follows a book: it reads it where it stands, and beside that its loop is woken; by its loop alone; or by a loop over every state. */
export type BookReading = "read" | "loop" | "every-state";

/** Shards of traders, each as often as the others. */
const shardCounts = [0, 0, 0, 0, 1, 2] as const;

/** The threads of a trader. They are drawn apart: everything else that a seed draws stays as it is without them. */
export function threadsOf(seed: number, trader: number): BookThreads {
  const random = randomFor(seed, `threads of trader ${trader}`);
  const shards = shardCounts[Math.floor(random() * shardCounts.length)] ?? 0;
  const memory = random() < 0.75 ? "shared" : "apart";
  const isLooped = random() < 0.5;
  return { shards, memory, secondBook: shards === 0 ? "read" : isLooped ? "loop" : "every-state" };
}
