/** Parts of the protocol that a consumer can be kept from using, which must show. */
export type WithoutPart = "nothing" | "terms" | "echo" | "counter";

/** What every process of the trial is told. */
interface MemberOrders {
  readonly name: string;
  /** Addresses of nats-servers. */
  readonly servers: readonly string[];
  /** The venue's name on the bus. */
  readonly venue: string;
  readonly pairs: readonly string[];
}

/** What an owner's process is started with. */
export interface OwnerOrders extends MemberOrders {
  readonly pushUrl: string;
  readonly leaseMs: number;
  /** `ignores`: no lease is asked for, and it acts as an owner whenever it is told to. */
  readonly leases: "keeps" | "ignores";
  /** `logged-in`: it follows the account of the key in its environment too, on the same engine. */
  readonly account: "logged-in" | "none";
}

/** What a consumer's process is started with. */
export interface ConsumerOrders extends MemberOrders {
  readonly without: WithoutPart;
  /** What comes here is thrown away, however much it is. */
  readonly floodSubject: string;
}

/** What the parent tells an owner. */
export type ToOwner =
  /** Hand over every shard that it owns. */
  | { readonly kind: "hand-over" }
  /** From now on it goes on as an owner, whoever else becomes one; and no longer. */
  | { readonly kind: "be-stubborn" }
  | { readonly kind: "give-in" }
  /** For one that ignores leases: from now on it acts, under terms that are over. */
  | { readonly kind: "act"; readonly terms: Readonly<Record<string, number>> }
  | { readonly kind: "rest" };

/** What the parent tells a consumer: it does nothing else for so long, and then reads at once. */
export interface ToConsumer {
  readonly kind: "block";
  readonly forMs: number;
}

/** The process was not scheduled, or did something else, between these moments. Times are epoch milliseconds of the one machine. */
export interface LateNote {
  readonly note: "late";
  readonly fromMs: number;
  readonly untilMs: number;
}

/** What every process writes. */
type MemberNote = LateNote | { readonly note: "ready" } | { readonly note: "failed"; readonly what: string };

/** One line of an owner's notes. */
export type OwnerNote =
  | MemberNote
  | { readonly note: "owned"; readonly shard: string; readonly term: number; readonly atMs: number }
  | {
      readonly note: "lost";
      readonly shard: string;
      readonly term: number;
      readonly atMs: number;
      readonly cause: string;
    }
  /** The books that it follows are live. */
  | { readonly note: "warm" }
  /** What it still does, or waits for, before it is warm; told every few seconds. */
  | { readonly note: "not-warm"; readonly what: string }
  | HandOverNote;

/** A shard that an owner was asked to hand over, and did not. */
export interface RefusedShard {
  readonly shard: string;
  readonly refusal: string;
  /** What it said of itself then. */
  readonly status: string;
}

/** How a hand-over of everything that an owner has went. */
export interface HandOverNote {
  readonly note: "handed-over";
  readonly shards: readonly string[];
  /** Shards that it still has, or never had, with the product's own word why. */
  readonly refused: readonly RefusedShard[];
}

/** How a program is shown a book: it asks for it, or a loop over its views is given them. */
export type Showing = "reading" | "loop";

/** A book was shown as live, at one state, from the first to the last of these moments. */
export interface LiveNote {
  readonly note: "live";
  readonly by: Showing;
  readonly pair: string;
  readonly seq: number;
  readonly fromMs: number;
  readonly untilMs: number;
  /** Of all levels; undefined where the state was told before. */
  readonly digest: string | undefined;
}

/** One line of a consumer's notes. */
export type ConsumerNote =
  | MemberNote
  | LiveNote
  /** What a book is called from now on: `live`, or the reason why it is not. */
  | {
      readonly note: "label";
      readonly by: Showing;
      readonly pair: string;
      readonly label: string;
      readonly atMs: number;
    }
  /** A frame of an older term was shown behind one of a newer term, or stayed live long after the newer term was heard. */
  | { readonly note: "old-term"; readonly pair: string; readonly what: string }
  /** A message was missing, and nothing told. */
  | { readonly note: "silent-loss"; readonly pair: string; readonly what: string }
  /** What the link has counted since the start. */
  | { readonly note: "counts"; readonly counts: Readonly<Record<string, unknown>> };
