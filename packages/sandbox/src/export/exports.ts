import {
  type AccountId,
  type ExchangeState,
  type FinishedOrder,
  findChanges,
  findOrders,
  type MarketFamily,
  moneyText,
  readOrders,
  viewChanges,
  viewEquity,
  viewFills,
  viewHistory,
} from "@depthwire/exchange/internal";
import { inBatches } from "./in-batches.js";

/** One row: texts and numbers by column. A value that a row does not have is absent. */
export type ExportRow = Readonly<Record<string, string | number | undefined>>;

/** Lets everybody else have a turn. */
type NextTurn = () => Promise<void>;

/** What can be exported, and how its rows come about. */
export interface ExportTable {
  readonly says: string;
  /** In the order of a file's columns. */
  readonly columns: readonly string[];
  /** The rows of the moment of the call, as far as they are remembered. @param account whose rows; absent: everybody's */
  readonly rows: (
    state: ExchangeState,
    account: AccountId | undefined,
    nextTurn: NextTurn,
  ) => Promise<readonly ExportRow[]>;
}

const contractFamilies: readonly MarketFamily[] = ["usdt-margined", "coin-margined"];

/** Changes of positions that their owners did not ask for. */
const passive: ReadonlySet<string> = new Set(["lighten", "liquidate", "auto-deleverage"]);

/** A row with the exchange's own number of it: numbers grow in the order in which things come. */
interface NumberedRow {
  readonly number: number;
  readonly row: ExportRow;
}

function inOrder(rows: readonly NumberedRow[]): readonly ExportRow[] {
  return rows.toSorted((one, other) => one.number - other.number).map(({ row }) => row);
}

function words(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(" "));
}

/** The account that was asked for, or everybody's. */
function accountsOf(state: ExchangeState, account: AccountId | undefined): readonly AccountId[] {
  return account === undefined ? [...state.users.keys()] : [account];
}

/** Trades of every order. What happens between two turns comes too late. */
async function fillRows(
  state: ExchangeState,
  whose: AccountId | undefined,
  nextTurn: NextTurn,
): Promise<readonly ExportRow[]> {
  // The two fills of a trade have twice its id, and one more.
  const nextFillId = 2 * state.nextTradeId;
  const rows: NumberedRow[] = [];
  for (const account of accountsOf(state, whose)) {
    const rowsOf = (record: FinishedOrder): readonly NumberedRow[] =>
      record.fills
        .filter(({ id }) => id < nextFillId)
        .flatMap((fill) =>
          viewFills(state, { ...record, fills: [fill] }).map((view) => ({
            number: fill.id,
            row: { account, ...view },
          })),
        );
    const found = contractFamilies.flatMap((family) => findOrders(state, { account, family }));
    for (const row of await inBatches(found, nextTurn, (order) => readOrders(state, [order]).flatMap(rowsOf))) {
      rows.push(row);
    }
    await nextTurn();
  }
  return inOrder(rows);
}

/** Every order in the order in which they came, each as it is when its turn comes. Orders of after the call come too late. */
async function orderRows(
  state: ExchangeState,
  whose: AccountId | undefined,
  nextTurn: NextTurn,
): Promise<readonly ExportRow[]> {
  let all: readonly number[] = [];
  for (const account of accountsOf(state, whose)) {
    all = all.concat(contractFamilies.flatMap((family) => findOrders(state, { account, family })));
    await nextTurn();
  }
  const found = all.toSorted((one, other) => one - other);
  return inBatches(found, nextTurn, (number) =>
    readOrders(state, [number]).flatMap((record) =>
      // Histories write client ids as integers; here they are as they were given.
      viewHistory(state, [record]).map(({ userId, ...order }) => ({
        account: Number(userId),
        ...order,
        clientOrderId: record.clientOrderId,
      })),
    ),
  );
}

/** Changes of positions that their owners did not ask for. What happens between two turns comes too late. */
async function liquidationRows(
  state: ExchangeState,
  whose: AccountId | undefined,
  nextTurn: NextTurn,
): Promise<readonly ExportRow[]> {
  const { next } = state.remembered.changes;
  const rows: NumberedRow[] = [];
  for (const account of accountsOf(state, whose)) {
    const rowsOf = (number: number): readonly NumberedRow[] =>
      viewChanges(state, [number])
        .filter(({ type }) => passive.has(type))
        .map((change) => ({ number, row: { account, ...change } }));
    const found = findChanges(state, account).filter((number) => number < next);
    for (const row of await inBatches(found, nextTurn, rowsOf)) {
      rows.push(row);
    }
    await nextTurn();
  }
  return inOrder(rows);
}

/** Everything that can be exported. */
export const exportTables: Readonly<Record<string, ExportTable>> = {
  fills: {
    says: "every trade of every remembered order, oldest first",
    columns: words(
      "account fillId orderId clientOrderId pair coin side source orderType",
      "liquidity price orderQuantity dealPrice dealQuantity fee tokenFeeDeduction couponFeeDeduction orderStatus createdAtMs",
    ),
    rows: fillRows,
  },
  orders: {
    says: "every order that waits or is remembered, oldest first",
    columns: words(
      "account orderId clientOrderId pair coin side source type price quantity dealPrice dealQuantity dealCount",
      "fee tokenFeeDeduction couponFeeDeduction frozen status reason createdAtMs updatedAtMs makerFeeRate takerFeeRate",
      "attachedOrderType takeProfitTriggerPrice stopLossTriggerPrice takeProfitPrice stopLossPrice",
    ),
    rows: orderRows,
  },
  ledger: {
    says: "every account of the ledger with its balance, the venue's too; each coin adds up to 0",
    columns: words("name coin balance"),
    rows: async (state, whose) =>
      state.ledger
        .accounts()
        .filter(({ name }) => whose === undefined || name.startsWith(`user/${whose}/`))
        .map(({ name, coin, balance: money }) => ({ name, coin, balance: moneyText(money) })),
  },
  equity: {
    says: "what each account is worth at this moment, by coin: its balances and the profit of its positions at the tag price",
    columns: words("account coin balance unrealised equity"),
    rows: async (state, whose) =>
      accountsOf(state, whose)
        .flatMap((account) => viewEquity(state, account))
        .map((row) => ({ ...row })),
  },
  liquidations: {
    says: "what happened to positions without their owners' wish: risk reductions, liquidations, auto-deleveraging, oldest first",
    columns: words(
      "account positionChangeId pair coin side mode type quantityChange",
      "quantity price openPrice profit fee tokenFeeDeduction couponFeeDeduction createdAtMs",
    ),
    rows: liquidationRows,
  },
};

/** Spreadsheets take a text that begins so for a formula. */
const formula = /^[=+\-@\t\r]/;

const decimal = /^-?\d+(\.\d+)?$/;

/** A value as it stands in a file; an apostrophe before what a spreadsheet would carry out. @spec RFC 4180, section 2 */
function cell(value: string | number | undefined): string {
  const plain = value === undefined ? "" : String(value);
  const text = formula.test(plain) && !decimal.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The columns' names as the first line of comma-separated values. */
export function csvHead({ columns }: ExportTable): string {
  return `${columns.join(",")}\n`;
}

/** A row as a line of comma-separated values. */
export function csvLine({ columns }: ExportTable, row: ExportRow): string {
  return `${columns.map((column) => cell(row[column])).join(",")}\n`;
}
