import { contractOf } from "../account/contract-of.js";
import type { Position, UserState } from "../account/user.js";
import { reportPosition } from "../event/report.js";
import type { Turn } from "../state/turn.js";

/** Tells a user of each position whose margin has paid for another one since {@link noteMargins}. */
export type ReportDrained = (except: Position) => void;

/** What is empty has nothing to pay with. */
function note(balances: (readonly [Position, bigint])[], position: Position): void {
  if (position.margin.balance !== 0n) {
    balances.push([position, position.margin.balance]);
  }
}

/** Remembers the margins of a user's cross positions of a coin, before something is to be paid. */
export function noteMargins(turn: Turn, user: UserState, coin: string): ReportDrained {
  const before: (readonly [Position, bigint])[] = [];
  for (const holding of user.holdings.values()) {
    if (holding.mode === "cross" && holding.coin === coin) {
      note(before, holding.long);
      note(before, holding.short);
    }
  }
  return (except) => {
    for (const [position, balance] of before) {
      const { pair, quantity, margin } = position;
      const market = turn.state.markets.get(pair);
      const holding = user.holdings.get(pair);
      if (position === except || quantity === 0 || margin.balance === balance) {
        continue;
      }
      if (market !== undefined && holding !== undefined) {
        reportPosition(turn, { market, contract: contractOf(turn.state, holding), user, holding, position });
      }
    }
  };
}
