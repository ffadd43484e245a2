import { withdrawalStatus } from "../enums/withdrawal-status.js";
import { nullable, optional, record, required } from "../shape/composite.js";
import { text } from "../shape/scalar.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { coinSymbol, milliseconds, money, withdrawalId } from "./scalars.js";

const fields = {
  /** The venue's id. */
  withdrawalId: required("id", withdrawalId),
  /** The address to which it is sent. */
  address: required("to_address", text()),
  /** The chain's id of the transaction; empty until it is paid out. */
  transactionId: required("tx_id", text()),
  /** The coin. */
  coin: required("coin_symbol", coinSymbol),
  /** The chain. */
  chain: required("chain_type", text()),
  /** What arrives: the amount less the fee. */
  amountPaidOut: required("amount_real", money),
  /** What was asked for. */
  amount: required("amount", money),
  /** What the venue keeps; documented, missing in samples. */
  fee: optional("fee", money),
  /** When it was asked for. */
  createdAtMs: required("createdAt", milliseconds),
  /** The tag that some coins need. */
  memo: optional("memo", nullable(text())),
  /** How far it has come. */
  status: required("status", withdrawalStatus),
};

/** Money that leaves the wallet for a chain. */
export const withdrawal: RecordOf<typeof fields, Withdrawal> = /* @__PURE__ */ record("withdrawal", fields, {
  spec: "document 2, Resources, Wallet records, Withdrawal record",
});

/** Decoded {@link withdrawal}. */
export interface Withdrawal extends RecordValue<typeof fields> {}
