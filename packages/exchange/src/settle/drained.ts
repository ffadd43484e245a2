import { contractOf } from "../account/contract-of.js";
import type { Position, UserState } from "../account/user.js";
import { reportPosition } from "../event/report.js";
import type { Turn } from "../state/turn.js";

/** From now on margins that pay for another position are noted. */
export function watchMargins({ drained }: Turn): void {
  if (drained.length > 0) {
    drained.length = 0;
  }
}

/** A position's margin has paid for something. */
export function noteDrained({ drained }: Turn, position: Position): void {
  if (!drained.includes(position)) {
    drained.push(position);
  }
}

/** Tells a user of each position whose margin has paid for this one since {@link watchMargins}. */
export function reportDrained(turn: Turn, user: UserState, except: Position): void {
  for (const position of turn.drained) {
    const market = turn.state.markets.get(position.pair);
    const holding = user.holdings.get(position.pair);
    if (position === except || position.quantity === 0 || market === undefined || holding === undefined) {
      continue;
    }
    reportPosition(turn, { market, contract: contractOf(turn.state, holding), user, holding, position });
  }
}
