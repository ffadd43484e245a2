import { record, required } from "../shape/composite.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { coinSymbol, money, userId } from "./scalars.js";

const fields = {
  /** Free to be used or taken out. */
  available: required("b", money),
  /** The coin. */
  coin: required("c", coinSymbol),
  /** Whose it is. */
  userId: required("u", userId),
  /** Held back for open orders in fixed mode. */
  fixedFrozen: required("ff", money),
  /** Held back for open orders in cross mode. */
  crossFrozen: required("fc", money),
  /** Margin of positions in fixed mode. */
  fixedMargin: required("mf", money),
  /** Margin of positions in cross mode. */
  crossMargin: required("mc", money),
};

/** What a user has of one coin in the contract account. */
export const contractAsset: RecordOf<typeof fields, ContractAsset> = /* @__PURE__ */ record("contract-asset", fields, {
  spec: "document 1, Resources, Contract asset",
  ignored: ["t", "v"],
});

/** Decoded {@link contractAsset}. */
export interface ContractAsset extends RecordValue<typeof fields> {}
