import type { BotNote } from "./bot-orders.js";
import type { TrueOrder } from "./venue-truth.js";

/** What a run of kills came to. */
export interface KillCount {
  readonly kills: number;
  /** Orders that bots meant to place. */
  readonly orders: number;
  /** Those that the venue has. */
  readonly placed: number;
  /** Orders told as there that are not, told as absent that are there, or twice there. */
  readonly wrong: number;
  /** Orders of which no bot ever told what became. */
  readonly unknown: number;
  readonly fills: number;
  /** Fills that no bot worked on. */
  readonly fillsLost: number;
  /** Fills that a bot was killed over, and that came to the next one again: at most one for each kill. */
  readonly fillsAgain: number;
  /** Fills that came more often than that. */
  readonly fillsDoubled: number;
  readonly halts: number;
  /** Halts that the next process knew nothing of. */
  readonly haltsLost: number;
  /** What failed that must not. */
  readonly failures: readonly string[];
}

type NoteOf<Kind extends BotNote["note"]> = BotNote & { readonly note: Kind };

function ofKind<Kind extends BotNote["note"]>(notes: readonly BotNote[], kind: Kind): readonly NoteOf<Kind>[] {
  return notes.filter((note): note is NoteOf<Kind> => note.note === kind);
}

/** Ids of the orders that bots meant to place. */
export function wantedIds(notes: readonly BotNote[]): readonly string[] {
  return ofKind(notes, "order").map(({ clientOrderId }) => clientOrderId);
}

/** Holds the bots' notes against what the venue has. */
export function judge(notes: readonly BotNote[], orders: readonly TrueOrder[], kills: number): KillCount {
  const wanted = wantedIds(notes);
  const fills = judgeFills(notes, orders);
  const halted = new Set(ofKind(notes, "halted").map(({ life }) => life));
  const resolved = ofKind(notes, "resolved").map(({ life }) => life);
  const recalled = new Set(ofKind(notes, "halt-recalled").map(({ life }) => life));
  // One that was killed before it asked knew nothing yet.
  const next = (life: number): number => Math.min(...resolved.filter((other) => other > life));
  return {
    kills,
    orders: wanted.length,
    placed: orders.length,
    ...judgeOrders(notes, orders),
    ...fills,
    halts: halted.size,
    haltsLost: [...halted].filter((life) => !recalled.has(next(life))).length,
    failures: ofKind(notes, "failed").map(({ what, life }) => `process ${life}: ${what}`),
  };
}

/** The last word on an order is the one that counts: what was unknown may be found out by a later process. */
function judgeOrders(notes: readonly BotNote[], orders: readonly TrueOrder[]): Pick<KillCount, "wrong" | "unknown"> {
  const words = new Map<string, "placed" | "not-placed" | "unknown">();
  for (const note of notes) {
    if (note.note === "placed" || note.note === "not-placed" || note.note === "unknown") {
      words.set(note.clientOrderId, note.note);
    }
  }
  let wrong = 0;
  let unknown = 0;
  for (const id of wantedIds(notes)) {
    const there = orders.filter(({ clientOrderId }) => clientOrderId === id).length;
    const word = words.get(id);
    if (there > 1 || (word === "placed" && there === 0) || (word === "not-placed" && there === 1)) {
      wrong++;
    }
    // One whose intent never reached the disk was never sent.
    else if (word === "unknown" || (word === undefined && there > 0)) {
      unknown++;
    }
  }
  return { wrong, unknown };
}

type FillCount = Pick<KillCount, "fills" | "fillsLost" | "fillsAgain" | "fillsDoubled">;

function judgeFills(notes: readonly BotNote[], orders: readonly TrueOrder[]): FillCount {
  const worked = new Map<string, number[]>();
  for (const { orderId, fillId, life } of ofKind(notes, "fill")) {
    const face = `${orderId} ${fillId}`;
    worked.set(face, [...(worked.get(face) ?? []), life]);
  }
  const there = orders.flatMap(({ orderId, fillIds }) => fillIds.map((fillId) => `${orderId} ${fillId}`));
  // Each process may have been killed with one fill in its hands: that comes again, to the next.
  const again = new Map<number, number>();
  let doubled = 0;
  for (const lives of worked.values()) {
    for (const life of lives.slice(0, -1)) {
      again.set(life, (again.get(life) ?? 0) + 1);
    }
    doubled += lives.length - new Set(lives).size;
  }
  const inHands = [...again.values()];
  return {
    fills: there.length,
    fillsLost: there.filter((face) => !worked.has(face)).length,
    fillsAgain: inHands.length,
    fillsDoubled: doubled + inHands.reduce((sum, times) => sum + times - 1, 0),
  };
}
