import type { Leg } from "../contract/margin.js";
import { type ContractTerms, maintenanceRateOf } from "../contract/terms.js";

/** A position in figures. */
export function legOf(terms: ContractTerms, position: { readonly quantity: number; readonly cost: bigint }): Leg {
  return {
    quantity: BigInt(position.quantity),
    cost: position.cost,
    maintenanceRate: maintenanceRateOf(terms, position.quantity),
  };
}
