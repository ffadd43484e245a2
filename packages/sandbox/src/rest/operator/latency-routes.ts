import { checkDelays } from "../../latency/check-latency.js";
import { hasAccount } from "./accounts.js";
import { checkAccount, fail } from "./check-body.js";
import { type OperatorRequest, type OperatorRoute, operatorChange, operatorRoute } from "./operator-route.js";

function showLatency({ context, services: { latency } }: OperatorRequest): Response {
  const { usual, accounts } = latency.settings();
  return context.json({ ...usual, accounts: Object.fromEntries(accounts) });
}

const delay = "milliseconds, or `{ms, jitterMs}`; as before by default";

/** The operator's addresses for how long everything takes. */
export const latencyRoutes: readonly OperatorRoute[] = [
  operatorRoute(
    {
      method: "GET",
      path: "/_sandbox/latency",
      does: "how long requests, answers and pushed messages take, usually and for accounts that differ",
    },
    showLatency,
  ),
  operatorChange(
    {
      method: "POST",
      path: "/_sandbox/latency",
      does: "sets how long they take from now on",
      body: {
        "account?": "whose; everybody's who has none of his own by default",
        "orderEntry?": `until a signed request has reached the exchange: ${delay}`,
        "response?": `until its answer is on its way: ${delay}`,
        "feed?": `until a pushed message is on its way: ${delay}`,
      },
    },
    (request, body) => {
      const { services } = request;
      const delays = checkDelays(body, { path: "", others: ["account"], refuse: fail });
      const account = body["account"] === undefined ? undefined : checkAccount(body["account"]);
      if (account !== undefined && !hasAccount(services, account)) {
        fail("account", "the number of an account of this venue");
      }
      services.latency.set(account, delays);
      return showLatency(request);
    },
  ),
];
