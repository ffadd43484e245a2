import type { ContractState } from "../contract/contract-state.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { HoldingSite } from "../state/site.js";
import type { UserState } from "./user.js";

/** A user's positions in a contract have changed: whether he is one of its holders follows from them. */
export function noteHolder({ contract, user, holding }: HoldingSite): void {
  if (holding.long.quantity === 0 && holding.short.quantity === 0) {
    contract.holders.delete(user.account);
  } else {
    contract.holders.add(user.account);
  }
}

/** Who holds a position in a contract, in the order in which they first came to the exchange. */
export function holdersOf({ users }: ExchangeState, { holders }: ContractState): readonly UserState[] {
  const found: UserState[] = [];
  for (const account of holders) {
    const user = users.get(account);
    if (user !== undefined) {
      found.push(user);
    }
  }
  return found.sort((left, right) => left.number - right.number);
}
