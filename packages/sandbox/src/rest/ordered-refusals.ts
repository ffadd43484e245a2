import type { AccountId } from "@depthwire/exchange/internal";
import type { VenueCode } from "@depthwire/schema";
import type { Rewindable } from "../snapshots/rewindable.js";

/** An answer that the operator orders in place of what the venue would say: nothing is carried out. */
export interface OrderedRefusal {
  readonly code: VenueCode;
  /** Names of operations, such as `usdt.placeOrder`; absent: every signed one. */
  readonly operations?: readonly string[];
  /** How many requests; absent: every one until it is taken back. */
  readonly count?: number;
}

type OpenRefusals = Map<AccountId, { readonly rule: OrderedRefusal; left: number }[]>;

function copyOf(rules: OpenRefusals): OpenRefusals {
  return new Map([...rules].map(([account, open]) => [account, open.map((one) => ({ ...one }))]));
}

/** What the operator has ordered for accounts: codes that no request of theirs can cause. */
export class OrderedRefusals implements Rewindable<OpenRefusals> {
  #rules: OpenRefusals = new Map();

  save(): OpenRefusals {
    return copyOf(this.#rules);
  }

  restore(rules: OpenRefusals): void {
    this.#rules = copyOf(rules);
  }

  /** Orders refusals for an account, after those that are ordered already. */
  add(account: AccountId, ...rules: readonly OrderedRefusal[]): void {
    const before = this.#rules.get(account) ?? [];
    const added = rules.map((rule) => ({ rule, left: rule.count ?? Number.POSITIVE_INFINITY }));
    this.#rules.set(account, [...before, ...added]);
  }

  /** Takes everything back that is ordered for an account. */
  clear(account: AccountId): void {
    this.#rules.delete(account);
  }

  /** What is still ordered. */
  pending(account: AccountId): readonly OrderedRefusal[] {
    const rules = this.#rules.get(account) ?? [];
    return rules.map(({ rule, left }) => (rule.count === undefined ? rule : { ...rule, count: left }));
  }

  /** The code for a request of this account, if one is ordered; it counts as used. */
  take(account: AccountId, operation: string): VenueCode | undefined {
    const rules = this.#rules.get(account) ?? [];
    const found = rules.find(({ rule }) => rule.operations?.includes(operation) ?? true);
    if (found === undefined) {
      return undefined;
    }
    found.left -= 1;
    if (found.left === 0) {
      this.#rules.set(
        account,
        rules.filter((one) => one !== found),
      );
    }
    return found.rule.code;
  }
}
