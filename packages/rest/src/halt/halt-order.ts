import { type OptionTable, oneOf, required, someText } from "@depthwire/core/internal";

/** Whose orders a halt cancels: those that this client and its earlier processes sent, or all of the account. */
export type HaltScope = "own" | "account";

/** What a halt does with plan orders: those that protect a position stay, or they go with everything else. */
export type HaltPlans = "keep" | "cancel";

/** What was ordered by a halt, as plain data: it can be kept for the next process. */
export interface HaltOrder {
  /** Of the latest call. */
  readonly reason: string;
  /** Of earlier calls, oldest first: the halt lasts until each of them, and {@link HaltOrder.reason}, is ended by its name, or all at once. */
  readonly earlierReasons?: readonly string[] | undefined;
  /** Epoch milliseconds. */
  readonly sinceMs: number;
  readonly scope: HaltScope;
  readonly plans: HaltPlans;
}

/** How a halt is asked for. */
export interface HaltOptions {
  /** Default `own`: orders of other sessions and of people are left alone. */
  readonly scope?: HaltScope | undefined;
  /**
   * Default `keep`: plans that protect a position that is held stay. Scope `account` cancels plans whose position is not held; scope
   * `own` cancels no plan, since a plan does not say who set it. With `cancel` all go: of the pairs that were traded, or of the account.
   */
  readonly plans?: HaltPlans | undefined;
}

/** What is ended of a halt. */
export interface ResumeOptions {
  /** Trading goes on only if it is halted for no other reason: whoever halted for another is not overruled. */
  readonly reason: string;
}

/** How a halt ended: nothing of its scope is open, and nothing can come; or somebody ended it before. */
export type HaltEnd = "reached" | "resumed" | "closed";

/**
 * Whether the next process continues a halt: the store has it (`kept`), is being told, or refused and is asked again (`failed`);
 * `no-store`: nothing keeps it.
 */
export type HaltKeeping = "no-store" | "writing" | "kept" | "failed";

/** A halt while it lasts. */
export interface Halt extends HaltOrder {
  /** Whether the venue has confirmed that nothing of the halt's scope is open, and every order's outcome is known. */
  readonly isReached: boolean;
  /** Whether the next process continues the halt. `failed`: the intent store refuses to keep it; the write is repeated while this client is open. */
  readonly keeping: HaltKeeping;
  /** Resolves when the halt is reached, however long that takes, or when trading is resumed or the trader closed before. It never rejects. */
  readonly complete: Promise<HaltEnd>;
}

/** What each option of a halt may be. */
export const haltOptionTable: OptionTable<HaltOptions> = {
  scope: /* @__PURE__ */ oneOf("own", "account"),
  plans: /* @__PURE__ */ oneOf("keep", "cancel"),
};

/** What ends a halt in part: a reason that is not known must not end all of it. */
export const resumeOptionTable: OptionTable<ResumeOptions> = { reason: /* @__PURE__ */ required(someText) };
