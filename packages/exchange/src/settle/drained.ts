import { contractOf } from "../account/contract-of.js";
import type { Position, UserState } from "../account/user.js";
import { reportPosition } from "../event/report.js";
import type { Turn } from "../state/turn.js";
import { crossPositions } from "./debt.js";

/** Tells a user of each position whose margin has paid for another one since {@link noteMargins}. */
export type ReportDrained = (except: Position) => void;

/** Remembers the margins of a user's cross positions of a coin, before something is to be paid. */
export function noteMargins(turn: Turn, user: UserState, coin: string): ReportDrained {
  const before = crossPositions(user, coin).map((position) => [position, position.margin.balance] as const);
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
