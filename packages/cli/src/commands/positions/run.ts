import { compareDecimal } from "@depthwire/core";
import { dropDecimals } from "@depthwire/core/internal";
import { contractKindOf, profitOf } from "@depthwire/rest";
import type { Position } from "@depthwire/schema";
import type { RunCommand } from "../../program/command.js";
import { type Column, table } from "../../program/table.js";
import { openAccount } from "../../trading/open-account.js";
import type { AccountFlags } from "../../trading/trade-options.js";
import { knownPair, refuseOtherFamilies } from "../../venue/known-pair.js";

interface PositionsFlags extends AccountFlags {
  readonly all?: true;
}

/** A position with what it has gained; undefined where the venue tells no tag price. */
interface Valued extends Position {
  readonly tagPrice: string | undefined;
  readonly profit: string | undefined;
}

/** Of money, for people; programs get all. */
const shownDecimals = 4;

const columns: readonly Column<Valued>[] = [
  { title: "pair", of: ({ pair }) => pair },
  { title: "side", of: ({ side }) => side },
  { title: "quantity", of: ({ quantity }) => quantity, isNumber: true },
  { title: "opened at", of: ({ openPrice }) => openPrice, isNumber: true },
  { title: "tag price", of: ({ tagPrice = "-" }) => tagPrice, isNumber: true },
  {
    title: "profit",
    of: ({ profit }) => (profit === undefined ? "-" : dropDecimals(profit, shownDecimals)),
    isNumber: true,
  },
  { title: "margin", of: ({ margin }) => dropDecimals(margin, shownDecimals), isNumber: true },
  { title: "lev", of: ({ leverage }) => leverage, isNumber: true },
];

/** Lists positions: an item each. */
export const run: RunCommand<PositionsFlags> = async ({ arguments: [typed], options }, context) => {
  const { output, screen, signal } = context;
  if (typed !== undefined) {
    refuseOtherFamilies(String(typed), "positions");
  }
  await using account = await openAccount(options, context);
  const { rest } = account;
  const pair = typed === undefined ? undefined : await knownPair(String(typed), account);
  const [rows, prices] = await Promise.all([
    rest.usdt.getPositions(pair === undefined ? {} : { pair }, { signal }),
    rest.usdt.getTagPrices({}, { signal }),
  ]);
  const wanted = rows.filter(({ quantity }) => options.all === true || compareDecimal(quantity, "0") > 0);
  const valued = wanted.map((row) => withValue(row, prices[row.pair]?.tagPrice));
  if (output.isJson) {
    for (const row of valued) {
      output.item(row);
    }
  }
  const empty = pair === undefined ? "No USDT-margined positions." : `No positions in ${pair}.`;
  output.result(
    { positions: valued.length },
    valued.length === 0 ? empty : table(valued, columns, screen.size().columns),
  );
  return undefined;
};

function withValue(row: Position, tagPrice: string | undefined): Valued {
  const { pair, side, quantity, openPrice } = row;
  const isHeld = (side === "long" || side === "short") && compareDecimal(quantity, "0") > 0;
  const profit =
    isHeld && tagPrice !== undefined
      ? profitOf({ kind: contractKindOf(pair), side, quantity, openPrice }, tagPrice)
      : undefined;
  return { ...row, tagPrice, profit };
}
