import { ageHeader, sourceHeader } from "../dropin/dropin.js";
import { json, type TextAnswer } from "../server/answer.js";
import type { LocalRequest } from "../server/route.js";
import { checkFresh, queryCount } from "./request-values.js";
import { accountOf, type ShortParts } from "./short-parts.js";

/** How an account stands that lacks what was written here. */
export const behindWrites = "behind an order or cancel of yours";

/**
 * The latest trades. They are those that were told, so they lack what the account lacks.
 *
 * @throws RefusedError 503 where the account may have missed something, or an order of this program, and the caller does not take that
 */
export async function fills(parts: ShortParts, request: LocalRequest): Promise<TextAnswer> {
  accountOf(parts);
  const limit = queryCount(request, "limit", 50, 1_000);
  const { account, writes } = parts.mirror;
  await account?.known();
  const hasWrites = (await writes?.areIn("orders")) === true;
  const freshness = account?.freshness;
  if (freshness !== undefined && freshness.kind !== "fresh") {
    checkFresh(request, "The account", freshness.reason, freshness.sinceMs);
  } else if (!hasWrites) {
    checkFresh(request, "The account", behindWrites, 0);
  }
  const told = parts.events.latestFills(limit).map(({ text }) => JSON.parse(text) as unknown);
  const age = freshness === undefined || freshness.kind === "unknown" ? {} : { [ageHeader]: String(freshness.ageMs) };
  return json({ fills: told }, { [sourceHeader]: "mirror", ...age });
}
