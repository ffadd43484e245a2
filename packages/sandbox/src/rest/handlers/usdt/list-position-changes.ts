import { usdt } from "@depthwire/schema";
import type { Handler } from "../../handler.js";
import { positionChangesHandler } from "../queries/position-changes.js";

/**
 * Lists changes of positions.
 *
 * @spec document 1, Endpoints, Position change records
 */
export const listPositionChanges: Handler = positionChangesHandler(usdt.listPositionChanges, "usdt-margined");
