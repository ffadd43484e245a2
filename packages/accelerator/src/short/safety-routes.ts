import { sourceHeader } from "../dropin/dropin.js";
import { pause, until } from "../mirror/wait.js";
import { json, type TextAnswer } from "../server/answer.js";
import type { Route } from "../server/route.js";
import { type BodyFields, bodyFields } from "./request-values.js";
import { accountOf, checkMayTrade, type ShortParts } from "./short-parts.js";

/** How long an answer about a halt waits until that is kept, in milliseconds. */
const keptWithinMs = 2_000;

/** What stops orders, and what closes positions. */
export function safetyRoutes(parts: ShortParts): readonly Route[] {
  return [
    {
      method: "GET",
      path: "/halt",
      summary: "Whether trading is halted, why, and whether everything is cancelled",
      example: { halted: false, keeping: "kept" },
      answer: () => halted(parts),
    },
    {
      method: "POST",
      path: "/halt",
      summary: "Refuses new orders and cancels open ones: reason, scope (own, account), plans (keep, cancel)",
      body: { reason: "news", scope: "own", plans: "keep" },
      example: { halted: true, reason: "news", scope: "own", plans: "keep", isReached: false, keeping: "kept" },
      answer: (request) => halt(parts, bodyFields(request)),
    },
    {
      method: "DELETE",
      path: "/halt",
      summary: "Lets new orders through again",
      example: { halted: false, keeping: "kept" },
      answer: async () => {
        checkMayTrade(parts);
        accountOf(parts).trader.resume();
        await untilKept(parts);
        return halted(parts);
      },
    },
    {
      method: "POST",
      path: "/flatten",
      summary: "Closes every position with market orders that can only close; it works while halted",
      body: {},
      example: { orders: [], left: [] },
      answer: async () => {
        checkMayTrade(parts);
        const { orders, left } = await accountOf(parts).trader.flatten();
        return json({ orders: orders.map(({ latest }) => latest), left }, { [sourceHeader]: "venue" });
      },
    },
  ];
}

function halted(parts: ShortParts): TextAnswer {
  const { trader, rest } = accountOf(parts);
  const { halted: halt } = trader;
  const { haltKeeping: keeping } = rest;
  if (halt === undefined) {
    return json({ halted: false, keeping });
  }
  const { reason, sinceMs, scope, plans, isReached } = halt;
  return json({ halted: true, reason, sinceMs, scope, plans, isReached, keeping });
}

/** Whoever wants to stop is stopped first, and told of a mistake in the options then. */
async function halt(
  parts: ShortParts,
  { reason = "asked for over HTTP", scope, plans }: BodyFields,
): Promise<TextAnswer> {
  checkMayTrade(parts);
  const { trader } = accountOf(parts);
  const options = { ...(scope === undefined ? {} : { scope }), ...(plans === undefined ? {} : { plans }) };
  const reached = trader.halt(String(reason), options as Parameters<typeof trader.halt>[1]);
  const wrong = await Promise.race([reached.then(nothing, (error: unknown) => error), pause(parts.clock, 0)]);
  await untilKept(parts);
  if (wrong !== undefined) {
    throw wrong;
  }
  return halted(parts);
}

/** Whoever hears that it is kept finds it so after a crash, however soon that comes. Trading has stopped, or goes on, already. */
function untilKept(parts: ShortParts): Promise<void> {
  const { rest } = accountOf(parts);
  return until(parts.clock, keptWithinMs, () => rest.haltKeeping !== "writing");
}

function nothing(): undefined {
  return undefined;
}
