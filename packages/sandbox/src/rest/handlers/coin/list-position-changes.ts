import { coin } from "@depthwire/schema";
import type { Handler } from "../../handler.js";
import { positionChangesHandler } from "../queries/position-changes.js";

/**
 * Lists changes of positions.
 *
 * @spec document 2, Endpoints, Coin-margined batch query
 */
export const listPositionChanges: Handler = positionChangesHandler(coin.listPositionChanges, "coin-margined");
