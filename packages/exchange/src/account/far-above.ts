import { plainMaintenanceRate } from "../contract/terms.js";
import { plainRate } from "../exact/money.js";
import { toPlain } from "../exact/plain.js";
import type { CoinAccounts } from "../ledger/chart.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { contractOf } from "./contract-of.js";
import type { UserState } from "./user.js";

/**
 * Every term below is off by at most 5 roundings, and their sum by at most one for each term, each by at most 2^-53 of the sum of all
 * terms without their signs: with 1,000 holdings of 8 terms that is below 2^-39 of it.
 */
const relativeError = 2 ** -38;
const maxHoldings = 1000;

/**
 * Whether a cross account of linear contracts is worth more than its margins and `needed` beyond any doubt. It is computed in floating
 * point with a bound of what that may be wrong by: who is told yes has enough by exact arithmetic too, and everybody else has to
 * be asked exactly.
 *
 * @param needed in money, not negative: no less than what is needed
 * @param margins `initial`: what the positions ask for when they are opened (or their maintenance, where that is more), and what orders
 * hold back; `maintenance`: their maintenance alone
 */
export function isFarAbove(
  state: ExchangeState,
  user: UserState,
  { coin, free, debt }: CoinAccounts,
  { needed, margins }: { readonly needed: number; readonly margins: "initial" | "maintenance" },
): boolean {
  if (user.holdings.size > maxHoldings) {
    return false;
  }
  const balance = toPlain(free.balance);
  const owed = -(debt.balance === 0n ? 0 : toPlain(debt.balance));
  let worth = balance - owed - needed;
  let magnitude = balance + owed + needed;
  let initial = 0;
  let maintenance = 0;
  for (const holding of user.holdings.values()) {
    if (holding.mode !== "cross" || holding.coin !== coin) {
      continue;
    }
    const { units, mark, terms } = contractOf(state, holding);
    if (units.kind !== "linear") {
      return false;
    }
    const { long, short } = holding;
    const price = mark.price * toPlain(units.factor);
    const longValue = long.quantity * price;
    const shortValue = short.quantity * price;
    const longCost = long.cost === 0n ? 0 : toPlain(long.cost);
    const shortCost = short.cost === 0n ? 0 : toPlain(short.cost);
    const held =
      (long.margin.balance === 0n ? 0 : toPlain(long.margin.balance)) +
      (short.margin.balance === 0n ? 0 : toPlain(short.margin.balance));
    const frozen = holding.frozen.balance === 0n ? 0 : toPlain(holding.frozen.balance);
    const rated =
      longValue * plainMaintenanceRate(terms, long.quantity) + shortValue * plainMaintenanceRate(terms, short.quantity);
    maintenance += rated / plainRate;
    // Both are rounded up, each by less than 1.
    initial += longCost / long.leverage + shortCost / short.leverage + 2;
    worth += held + (longValue - longCost) - (shortValue - shortCost) + (margins === "initial" ? 0 : frozen);
    magnitude += held + frozen + longValue + longCost + shortValue + shortCost;
  }
  const asked = margins === "initial" ? Math.max(initial, maintenance) : maintenance;
  return worth - asked > 2 + magnitude * relativeError;
}
