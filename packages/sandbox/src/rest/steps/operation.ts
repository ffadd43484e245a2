import { type ReceivedCall, Refusal } from "../handler.js";
import { provenSender } from "../sender.js";
import type { Asked, Step } from "./step.js";

/** The account of a public request. */
const nobody = 0;

function callOf({ sender, params, index }: Asked): ReceivedCall {
  const account = provenSender(sender)?.account ?? nobody;
  return index === undefined ? { params, account } : { params, account, index };
}

/** The operation itself. */
export const operation: Step = {
  name: "operation",
  take: (asked, services) => {
    const answer = asked.named.handler.answer(callOf(asked), services);
    return answer instanceof Refusal ? answer : { ...asked, answer };
  },
};
