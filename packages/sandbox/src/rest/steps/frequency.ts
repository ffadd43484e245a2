import { authenticate } from "../authenticate.js";
import { authenticateBatch, readBatchForm } from "../batch.js";
import { Refusal, refused } from "../handler.js";
import type { RestServices } from "../rest-services.js";
import type { Sender } from "../sender.js";
import type { Asked, Step } from "./step.js";

function findSender({ named, request }: Asked, services: RestServices): Sender | Refusal | undefined {
  const { auth, permission } = named.handler.operation;
  switch (auth) {
    case "none":
      return undefined;
    case "signed-form":
      return authenticateBatch(readBatchForm(request), request, services);
    default:
      return authenticate(request, permission, services);
  }
}

/**
 * A signed request counts by its key, a public one by its address, and so does one whose sender cannot prove that a key is his: who
 * asks too often is not even told what is wrong with his claim.
 *
 * @spec document 1, Limits, request frequency
 */
export const frequency: Step = {
  name: "frequency",
  take: (asked, services) => {
    const { rate, host } = services;
    const sender = findSender(asked, services);
    const isProven = sender !== undefined && !(sender instanceof Refusal);
    const counted = isProven ? `key ${sender.apiKey}` : `address ${asked.request.address}`;
    return rate.take(counted, host.now()) ? { ...asked, sender } : refused(2091);
  },
};
