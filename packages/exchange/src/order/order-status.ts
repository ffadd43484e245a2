/**
 * How far an order has come: open, partly filled, filled; or open and cancelled; or partly filled and the rest cancelled.
 * `failed` is an order that was accepted and could not be placed later.
 *
 * @spec document 1, States
 */
export type OrderStatus = "open" | "partly-filled" | "filled" | "partly-cancelled" | "cancelled" | "failed";

/** Where an order came from. */
export type OrderSource = "api" | "plan";
