import { usdt } from "@depthwire/schema";
import { type Handler, publicHandler } from "../../handler.js";

/**
 * Other addresses of the same service; the sandbox has only its own.
 *
 * @spec document 1, Endpoints, Alternate domains; field note 32
 */
export const getAlternateDomains: Handler = publicHandler(usdt.getAlternateDomains, (_params, { addresses }) => [
  { restUrl: addresses.rest, pushUrl: addresses.push },
]);
