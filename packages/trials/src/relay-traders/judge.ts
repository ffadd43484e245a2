import type { TraderNote } from "./trader-messages.js";

/** An order as the venue has it. */
export interface TrueOrder {
  readonly clientOrderId: string;
  /** When the venue took it. */
  readonly createdAtMs: number;
  readonly isOpen: boolean;
}

/** What the traders of one key came to. */
export interface TraderCount {
  /** Orders that were signed and about to be sent. */
  readonly orders: number;
  /** Terms in which somebody came to trade. */
  readonly takeovers: number;
  /** Orders that the venue refused since they came too late. */
  readonly tooLate: number;
  /** Orders that the venue took although a newer term's trader could send already. */
  readonly acceptedFromFormer: number;
  /** Orders that are there more than once. */
  readonly duplicates: number;
  /** Orders of which no trader ever told rightly what became, and open ones that a newer term's trader left behind. */
  readonly unresolved: number;
  /** Which these are, and what was said of them. */
  readonly unresolvedOrders: readonly string[];
  /** What failed that must not. */
  readonly failures: readonly string[];
}

/** Ids of the orders that were about to be sent. */
export function sentIds(notes: readonly TraderNote[]): readonly string[] {
  return notes.flatMap((note) => (note.note === "order" ? [note.clientOrderId] : []));
}

/**
 * Holds the traders' notes against what the venue has.
 *
 * @param notes of all traders of one key, each trader's own in order
 */
export function judge(notes: readonly TraderNote[], there: readonly TrueOrder[]): TraderCount {
  const terms = new Map(notes.flatMap((note) => (note.note === "order" ? [[note.clientOrderId, note.term]] : [])));
  const holdings = notes.filter((note) => note.note === "holding");
  const last = Math.max(0, ...holdings.map(({ term }) => term));
  const termOf = ({ clientOrderId }: TrueOrder): number => terms.get(clientOrderId) ?? 0;
  const isLate = (order: TrueOrder): boolean =>
    holdings.some(({ term, atMs }) => term > termOf(order) && order.createdAtMs > atMs);
  const ids = there.map(({ clientOrderId }) => clientOrderId);
  const leftOpen = there.filter((order) => order.isOpen && termOf(order) < last);
  const unresolvedOrders = [
    ...untold(notes, new Set(ids)),
    ...leftOpen.map((order) => `${order.clientOrderId} of term ${termOf(order)} is open in term ${last}`),
  ];
  return {
    orders: terms.size,
    takeovers: new Set(holdings.map(({ term }) => term)).size,
    tooLate: notes.filter(({ note }) => note === "too-late").length,
    acceptedFromFormer: there.filter(isLate).length,
    duplicates: ids.length - new Set(ids).size,
    unresolved: unresolvedOrders.length,
    unresolvedOrders,
    failures: notes.flatMap((note) => (note.note === "failed" ? [note.what] : [])),
  };
}

/** The last word on an order is the one that counts: what was unknown may be found out by the trader's next life. */
function untold(notes: readonly TraderNote[], there: ReadonlySet<string>): readonly string[] {
  const words = new Map<string, TraderNote["note"]>();
  for (const note of notes) {
    if ("clientOrderId" in note) {
      words.set(note.clientOrderId, note.note);
    }
  }
  const wrong = [...words].filter(([id, word]) => {
    const isToldAsThere = word === "placed";
    const isToldAsAbsent = word === "not-placed" || word === "too-late";
    return there.has(id) ? !isToldAsThere : !isToldAsAbsent;
  });
  return wrong.map(([id, word]) => `${id} is ${there.has(id) ? "there" : "not there"}, and the last word is "${word}"`);
}
