import type { DepositStage } from "./wallet-state.js";

/**
 * A deposit as its receiver sees it, under the names of the schema's `deposit` record.
 *
 * @spec document 2, Resources, Wallet records, Deposit record
 */
export interface DepositView {
  readonly depositId: string;
  readonly address: string;
  readonly transactionId: string;
  readonly coin: string;
  readonly chain: string;
  readonly confirmations: number;
  readonly amount: string;
  readonly createdAtMs: number;
  readonly status: DepositStage;
}

/** What a withdrawal's record says of its stage. @spec document 2, States */
export type WithdrawalStatusView = "in-progress" | "succeeded" | "failed" | "cancelled";

/**
 * A withdrawal as its sender sees it, under the names of the schema's `withdrawal` record.
 *
 * @spec document 2, Resources, Wallet records, Withdrawal record
 */
export interface WithdrawalView {
  readonly withdrawalId: string;
  readonly address: string;
  readonly transactionId: string;
  readonly coin: string;
  readonly chain: string;
  readonly amountPaidOut: string;
  readonly amount: string;
  readonly fee: string;
  readonly createdAtMs: number;
  /** Empty without one. @spec field note 44 */
  readonly memo: string;
  readonly status: WithdrawalStatusView;
}
