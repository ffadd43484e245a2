import { ValidationError } from "@depthwire/core";
import type { TraderOptions } from "@depthwire/rest";
import type { ExclusiveParts, ExclusiveSession, ExclusiveTrading } from "@depthwire/rest/internal";

/**
 * Opens what keeps this process from trading while another one does, where that is wanted.
 *
 * @throws ValidationError `option-invalid`: an assumed tolerance is not known to bound what a former trader has under way
 */
export function openExclusive(
  exclusive: ExclusiveTrading | undefined,
  given: TraderOptions["outcomes"],
  parts: Omit<ExclusiveParts, "outcomes">,
): ExclusiveSession | undefined {
  if (exclusive === undefined) {
    return undefined;
  }
  const { toleranceMs, ...outcomes } = given ?? {};
  if (toleranceMs === undefined) {
    const rule = 'stated where the account is exclusive: how long the venue takes a signed request, or "not-known"';
    throw new ValidationError("option-invalid", { option: "trader.outcomes.toleranceMs", rule });
  }
  return exclusive.open({ ...parts, outcomes: { ...outcomes, toleranceMs } });
}
