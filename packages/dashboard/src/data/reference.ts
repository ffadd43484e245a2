import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { trimDecimal } from "../numbers/exact.js";
import { ask } from "./api.js";
import { status } from "./desk.js";
import { pair } from "./settings.js";

/** What may be traded in a pair. Money is text. */
export interface PairFacts {
  readonly pair: string;
  /** Every quantity is a multiple of it. */
  readonly unit: string;
  readonly priceScale: number;
  readonly quantityScale: number;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  readonly maxOrderQuantity: string;
  readonly maxPositionQuantity: string;
  readonly maxLeverage: string;
}

/** What the venue says of its contracts on the wire. */
interface ContractRow {
  readonly pair: string;
  readonly value: string | number;
  readonly maker_fee: string | number;
  readonly taker_fee: string | number;
  readonly open_max_per: string | number;
  readonly hold_max: string | number;
  readonly leverage_max: string | number;
}

interface PrecisionRow {
  readonly pair: string;
  readonly price_unit: number;
  readonly vol_unit?: number;
}

/** The row of a position on the wire; empty ones are listed too. */
interface BackingRow {
  readonly pi: string;
  readonly sd: number;
  readonly md: number;
  readonly l: string | number;
}

/** What backs the positions of a pair. */
export interface Backing {
  readonly mode: "fixed" | "cross";
  readonly long: string;
  readonly short: string;
}

/** Facts by pair; empty before they are known. */
export const facts: Signal<ReadonlyMap<string, PairFacts>> = signal(new Map());

/** Pairs that can be looked at: all that the venue trades; of a recording, those that it has. */
export const pairs: ReadonlySignal<readonly string[]> = computed(() =>
  facts.value.size > 0 ? [...facts.value.keys()] : (status.value?.books ?? []).map((book) => book.pair),
);

/** What backs positions, by pair, as far as it is known. */
export const backings: Signal<ReadonlyMap<string, Backing>> = signal(new Map());

function plain(value: string | number): string {
  return trimDecimal(String(value));
}

function decimalsIn(text: string): number {
  return text.includes(".") ? text.length - text.indexOf(".") - 1 : 0;
}

interface Rows<Row> {
  readonly result?: readonly Row[];
}

/** Asks what may be traded, and looks at the first pair where none was chosen. @returns whether it is known now */
export async function loadFacts(): Promise<boolean> {
  const [contracts, precisions] = await Promise.all([
    ask<Rows<ContractRow>>("/v3.1/cquery/buValue"),
    ask<Rows<PrecisionRow>>("/v3.1/cquery/buUnit"),
  ]);
  if (contracts.kind !== "done" || precisions.kind !== "done") {
    return false;
  }
  const scales = new Map((precisions.value.result ?? []).map((row) => [row.pair, row]));
  const found = (contracts.value.result ?? []).map((row): [string, PairFacts] => {
    const unit = plain(row.value);
    return [
      row.pair,
      {
        pair: row.pair,
        unit,
        priceScale: scales.get(row.pair)?.price_unit ?? 2,
        quantityScale: scales.get(row.pair)?.vol_unit ?? decimalsIn(unit),
        makerFeeRate: plain(row.maker_fee),
        takerFeeRate: plain(row.taker_fee),
        maxOrderQuantity: plain(row.open_max_per),
        maxPositionQuantity: plain(row.hold_max),
        maxLeverage: plain(row.leverage_max),
      },
    ];
  });
  const [first] = found;
  batch(() => {
    facts.value = new Map(found);
    if (first !== undefined && !facts.value.has(pair.value)) {
      const [name] = first;
      pair.value = name;
    }
  });
  return found.length > 0;
}

const longSide = 1;
const fixedMode = 2;

/** Asks what backs positions. */
export async function loadBackings(): Promise<void> {
  const told = await ask<Rows<BackingRow>>("/v3/cbu/position", { method: "POST", body: {} });
  if (told.kind !== "done") {
    return;
  }
  const known = new Map(backings.value);
  for (const row of told.value.result ?? []) {
    const before = known.get(row.pi) ?? { long: "", short: "" };
    const side = row.sd === longSide ? { long: plain(row.l) } : { short: plain(row.l) };
    known.set(row.pi, { ...before, ...side, mode: row.md === fixedMode ? "fixed" : "cross" });
  }
  backings.value = known;
}
