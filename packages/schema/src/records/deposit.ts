import { depositStatus } from "../enums/deposit-status.js";
import { record, required } from "../shape/composite.js";
import { text } from "../shape/scalar.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { coinSymbol, count, depositId, milliseconds, money } from "./scalars.js";

const fields = {
  /** The venue's id. */
  depositId: required("id", depositId),
  /** The address to which it was sent. The sample calls it to, the field table to_address: both are sent. */
  address: required(["to", "to_address"], text(), { sends: "every" }),
  /** The chain's id of the transaction. */
  transactionId: required("tx_id", text()),
  /** The coin. */
  coin: required("coin_symbol", coinSymbol),
  /** The chain. */
  chain: required("chain_type", text()),
  /** How many blocks confirm it. */
  confirmations: required("confirmCount", count),
  /** How much. */
  amount: required("amount", money),
  /** When it was first seen. */
  createdAtMs: required("createdAt", milliseconds),
  /** How far it has come. */
  status: required("status", depositStatus),
};

/** Money that came into the wallet from a chain. */
export const deposit: RecordOf<typeof fields, Deposit> = /* @__PURE__ */ record("deposit", fields, {
  spec: "document 2, Resources, Wallet records, Deposit record; field notes 33 and 41",
});

/** Decoded {@link deposit}. */
export interface Deposit extends RecordValue<typeof fields> {}
