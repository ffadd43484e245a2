import { type Codec, compileRecord } from "@depthwire/core";
import { type AlternateDomain, usdt } from "@depthwire/schema";
import type { Context } from "hono";
import type { RestServices } from "../../rest-services.js";
import { answerJson } from "../../venue-answer.js";

const domains: Codec<readonly AlternateDomain[]> = compileRecord(usdt.getAlternateDomains.result);

/**
 * Other addresses of the same service; the sandbox has only its own.
 *
 * @spec document 1, Endpoints, Alternate domains; field note 32
 */
export function getAlternateDomains(context: Context, services: RestServices): Response {
  const { rest, push } = services.addresses;
  return answerJson(context, { state: 0, result: domains.encode([{ restUrl: rest, pushUrl: push }]) });
}
