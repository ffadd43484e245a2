import type { AccountId } from "../account/account-id.js";

/** How far a deposit has come. */
export type DepositStage = "in-progress" | "credited" | "failed";

/** Money on its way in from a chain. */
export interface DepositRecord {
  readonly id: number;
  readonly account: AccountId;
  readonly coin: string;
  readonly chain: string;
  readonly address: string;
  readonly transactionId: string;
  /** In money. */
  readonly amount: bigint;
  readonly createdAtMs: number;
  /** What becomes of it when it has enough confirmations. */
  readonly outcome: "credited" | "failed";
  stage: DepositStage;
}

/**
 * How far a withdrawal has come: review, payout, done; or rejected at the review, or cancelled before the payout.
 *
 * @spec document 2, States
 */
export type WithdrawalStage =
  | "review-pending"
  | "review-passed"
  | "paying-out"
  | "paid-out"
  | "review-rejected"
  | "cancelled";

/** Money on its way out to a chain. */
export interface WithdrawalRecord {
  readonly id: number;
  readonly account: AccountId;
  readonly coin: string;
  readonly chain: string;
  readonly address: string;
  readonly memo: string | undefined;
  /** What was asked for, in money; the fee is part of it. */
  readonly amount: bigint;
  readonly fee: bigint;
  readonly createdAtMs: number;
  /** Empty before the payout. */
  transactionId: string;
  stage: WithdrawalStage;
  /** When it goes on by itself. */
  dueAtMs: number;
}

/** Somebody outside pays a user the same amount again and again. */
export interface StandingDeposit {
  readonly account: AccountId;
  readonly coin: string;
  readonly amount: string;
  /** Absent: the coin's usual chain. */
  readonly chain?: string;
  /** Absent: credited. */
  readonly outcome?: "credited" | "failed";
  readonly everyMs: number;
}

/** A standing order's next payment. */
export interface StandingStep {
  readonly dueAtMs: number;
  readonly what: "standing";
  readonly order: StandingDeposit;
}

/** Something that happens at its own time. */
export type WalletStep =
  | { readonly dueAtMs: number; readonly what: "deposit"; readonly id: number }
  | { readonly dueAtMs: number; readonly what: "withdrawal"; readonly id: number }
  | StandingStep;

/** Money between users' wallets and the chains. */
export interface WalletState {
  nextDepositId: number;
  nextWithdrawalId: number;
  /** By id, oldest first, up to the end of the command that ends them. */
  readonly deposits: Map<number, DepositRecord>;
  readonly withdrawals: Map<number, WithdrawalRecord>;
  /** In the order of their times; of equal ones the older first. */
  readonly steps: WalletStep[];
}

/** A wallet department that nothing went through. */
export function createWalletState(): WalletState {
  return { nextDepositId: 1, nextWithdrawalId: 1, deposits: new Map(), withdrawals: new Map(), steps: [] };
}

/** Notes what is to happen later. */
export function planStep({ steps }: WalletState, step: WalletStep): void {
  let at = steps.length;
  while (at > 0 && (steps[at - 1] as WalletStep).dueAtMs > step.dueAtMs) {
    at--;
  }
  steps.splice(at, 0, step);
}

/** Whether the withdrawal's money is still held back. */
export function isHeld({ stage }: WithdrawalRecord): boolean {
  return stage === "review-pending" || stage === "review-passed" || stage === "paying-out";
}
