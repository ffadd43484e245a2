import type { Stretch } from "./depth-sender.js";

/** A frame whose number a multiple of this divides is one to trade on. */
export const tradeEvery = 50;

/** What a bot places on a tick. Its id says on which. */
export interface TickOrder {
  readonly pair: string;
  readonly quantity: string;
  readonly side: "open-long";
  readonly type: "limit";
  readonly price: string;
  readonly clientOrderId: string;
}

/** A tick to trade on. */
export interface Tick {
  /** Place of its pair in the corpus. */
  readonly pair: number;
  readonly seq: number;
}

const seqDigits = 7;

/** @param bot no other in the run has the number: its orders share the account */
export function idOfTick({ pair, seq }: Tick, bot: number): string {
  return `${bot}${pair}${String(seq).padStart(seqDigits, "0")}`;
}

/** The tick of an id. */
export function tickOfId(id: string): Tick {
  return { pair: Number(id.at(-seqDigits - 1)), seq: Number(id.slice(-seqDigits)) };
}

/** What the venue's process is told: a stretch, which is answered with a {@link TickReport}. */
export type TickStretch = Stretch & { readonly framesPerSecond: number };

/** From the write of each frame to trade on to the last byte of its order, in microseconds. */
export interface TickReport {
  readonly latenciesUs: readonly number[];
  /** Why not every tick was traded on. */
  readonly error?: string;
}
