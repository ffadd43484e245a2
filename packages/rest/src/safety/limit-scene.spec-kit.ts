import { type OrderState, Trader, type TraderPorts } from "../index.js";
import { type Fate, type KeepingVenue, keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";
import type { SeenRequest } from "../spec-kit/scripted-venue.spec-kit.js";

/** An opening order of two of a limit of three. */
export const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;
/** The same at the market. */
export const market = { ...order, type: "market" } as const;
/** How the guard refuses what is beyond the position limit. */
export const beyond = { code: "limit-exceeded", retryable: false, details: { limit: "maxPositionQuantity" } };
/** How the guard refuses while it cannot tell. */
export const notKnown = { code: "limit-exceeded", retryable: true, details: { value: "not known" } };

/** A trader with a position limit, and the venue that it trades at. */
export interface Scene extends KeepingVenue {
  readonly trader: Trader;
  /** How often the venue was asked for positions. */
  asked(): number;
}

/**
 * @param known what the stream's mirror says of the long position; undefined while it is away
 * @param explained what the trades make of it that were told; absent where nobody adds them up
 */
export function scene(
  known: () => string | undefined,
  fateOf?: (request: SeenRequest) => Fate,
  explained?: () => string | undefined,
): Scene {
  const venue = keepingVenue(fateOf);
  const positionQuantity: TraderPorts["positionQuantity"] = (_, side) => (side === "long" ? known() : "0");
  const options = { limits: { maxPositionQuantity: "3" }, outcomes: { toleranceMs: 2_000, marginMs: 0 } };
  const ports: TraderPorts = { venue: venue.client, clock: venue.clock, positionQuantity };
  const trader = new Trader(options, explained === undefined ? ports : { ...ports, explainedQuantity: explained });
  return { ...venue, trader, asked: () => venue.ends().filter((end) => end === "position").length };
}

/** An order as the stream reports it. */
export const heard = (orderId: string, dealQuantity: string, status: OrderState["status"]): OrderState =>
  ({ ...order, orderId, dealQuantity, dealPrice: "60000", status }) as never;
