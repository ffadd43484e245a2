import { OrderBook, type PriceLevel } from "../book/order-book.js";
import { Ledger, type LedgerAccount } from "../ledger/ledger.js";
import { LiquidationBoxes } from "../liquidation/boxes.js";
import { PlanIndex } from "../plan/plan-index.js";
import type { PlanOrder } from "../plan/plan-order.js";
import { type LogForm, RecordLog } from "../remembered/record-log.js";
import { type AnyRecordLog, createRemembered, logsOf } from "../remembered/remembered.js";
import type { ExchangeState } from "./exchange-state.js";
import { decodeGraph } from "./graph-reader.js";
import type { ClassCodec, GraphTable } from "./graph-table.js";
import { encodeGraph, graphText } from "./graph-writer.js";

/** Binds the types of a class's codec together. */
function codecOf<Instance extends object>(codec: ClassCodec<Instance>): ClassCodec {
  return codec as unknown as ClassCodec;
}

const ledgerCodec = codecOf<Ledger>({
  name: "ledger",
  isInstance: (value): value is Ledger => value instanceof Ledger,
  partsOf: (ledger) => ledger.accounts(),
  create: () => new Ledger(),
  fill: (ledger, accounts) => {
    for (const account of accounts as readonly LedgerAccount[]) {
      ledger.adopt(account);
    }
  },
});

const bookCodec = codecOf<OrderBook>({
  name: "order-book",
  isInstance: (value): value is OrderBook => value instanceof OrderBook,
  partsOf: ({ bids, asks }) => [bids.levels(), asks.levels()],
  create: () => new OrderBook(),
  fill: (book, [bids, asks]) => {
    book.bids.adopt(bids as readonly PriceLevel[]);
    book.asks.adopt(asks as readonly PriceLevel[]);
  },
});

/** The order of arrival is all there is: the index follows from it. */
const indexCodec = codecOf<PlanIndex>({
  name: "plan-index",
  isInstance: (value): value is PlanIndex => value instanceof PlanIndex,
  partsOf: (plans) => [...plans.values()],
  create: () => new PlanIndex(),
  fill: (index, plans) => {
    for (const plan of plans as readonly PlanOrder[]) {
      index.add(plan);
    }
  },
});

/** They follow from the rest. */
const boxesCodec = codecOf<LiquidationBoxes>({
  name: "boxes",
  isInstance: (value): value is LiquidationBoxes => value instanceof LiquidationBoxes,
  partsOf: () => [],
  create: () => new LiquidationBoxes(),
  fill: () => {},
});

/** Full pages of what is remembered never change: they can be kept beside the rest, each once. */
function logCodecs(form: LogForm): readonly ClassCodec[] {
  return logsOf(createRemembered(0)).map((kind) =>
    codecOf<AnyRecordLog>({
      name: kind.name,
      isInstance: (value): value is AnyRecordLog => value instanceof RecordLog && value.name === kind.name,
      partsOf: (log) => log.partsOf(form),
      create: () => kind.hollow(),
      fill: (log, parts) => log.fill(parts),
    }),
  );
}

const living: readonly ClassCodec[] = [ledgerCodec, bookCodec, indexCodec, boxesCodec];
const classes: readonly ClassCodec[] = [...living, ...logCodecs("whole")];
const snapshotClasses: readonly ClassCodec[] = [...living, ...logCodecs("last-page")];

/** The whole state as plain data. The same state gives the same data, to the byte. */
export function encodeState(state: ExchangeState): GraphTable {
  return encodeGraph(state, classes);
}

/**
 * The state that {@link encodeState} was given: an exchange goes on from it as if nothing had been.
 *
 * @throws TypeError SyntaxError when the data are not what it wrote
 */
export function decodeState(table: GraphTable): ExchangeState {
  return decodeGraph(table, classes) as ExchangeState;
}

/** The state without the full pages of what is remembered, which are kept beside it. */
export function snapshotText(state: ExchangeState): string {
  return graphText(state, snapshotClasses);
}

/** The whole state as one text: two exchanges with the same text are the same. */
export function canonicalText(state: ExchangeState): string {
  return graphText(state, classes);
}
