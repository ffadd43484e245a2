import { withdrawQuotes } from "../agents/market-maker.js";
import type { SetMarket } from "../command/venue-commands.js";
import type { Turn } from "../state/turn.js";

/** The operator orders how a market is traded. What makers quote is taken back when they are to quote more or less. */
export function setMarket(turn: Turn, command: SetMarket): void {
  const market = turn.state.markets.get(command.pair);
  if (market === undefined) {
    return;
  }
  const { operated } = market;
  const { limitOnly, halted, quotePermille, nextFundingRate } = command;
  operated.limitOnly = limitOnly ?? operated.limitOnly;
  operated.halted = halted ?? operated.halted;
  operated.nextFundingRate = nextFundingRate ?? operated.nextFundingRate;
  if (quotePermille !== undefined && quotePermille !== operated.quotePermille) {
    operated.quotePermille = quotePermille;
    withdrawQuotes(turn, market);
  }
}
