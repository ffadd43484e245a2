import { lawMarkets } from "../../../exchange/src/spec-support/trading-steps.js";
import { checkTerms } from "../terms/check-terms.js";

/** Settings of a store of journals that specs open by hand. */
export const journalSettings = {
  seed: 1,
  pairs: lawMarkets.map(({ pair }) => pair),
  clientIds: "repeatable",
  ids: "small",
  source: "agents",
  terms: checkTerms({}),
} as const;
