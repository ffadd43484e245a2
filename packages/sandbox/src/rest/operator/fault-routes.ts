import { ValidationError } from "@depthwire/core";
import { checkFaultPlan } from "../../faults/check-fault.js";
import { type OperatorRequest, type OperatorRoute, operatorRoute } from "./operator-route.js";

function showPlan({ context, services: { faults } }: OperatorRequest): Response {
  return context.json({ pending: faults.pending(), applied: faults.applied() });
}

/** The operator's addresses for faults on demand. */
export const faultRoutes: readonly OperatorRoute[] = [
  operatorRoute(
    {
      method: "GET",
      path: "/_sandbox/faults",
      does: "the pending rules, and how often each kind of fault has happened",
    },
    showPlan,
  ),
  {
    method: "POST",
    path: "/_sandbox/faults",
    does: "orders faults: one rule, a list of rules, or `{faults: [...]}`",
    body: {
      kind: "what happens: the guide to the sandbox lists the kinds and the keys of each",
      "count?": "how often; once by default",
      "probability?": "the chance of each message or request, from 0 to 1; 1 by default",
      "pair?": "push: whose messages; any by default",
      "channel?": "push: `depth` (the default), `kline`, `tag-price-kline`, `deals`, `ticker` or `private`",
      "on?": "push: `updates` (the default) or `snapshots`",
      "path?": "REST: the path of the requests; any by default",
      "when?": "REST: `before` the matcher has seen the request (the default) or `after`",
      "ms?": "milliseconds, of `delay`, `late` and `slow-body`",
      "by?": "of `gap`: numbers left out; of `old-snapshot`: publications back",
      "bits?": "of `corrupt`: how many are flipped",
      "bytes?": "of `truncate`, `bomb` and `oversize`: the size",
      "code?": "of `close`: the close code; of `refusal`: the venue's code",
      "status?": "of `http-error`, `html` and `empty`: the HTTP status",
      "skewMs?": "of `clock-skew`: how far the venue's clock is ahead, in milliseconds",
    },
    answer: (request, body) => {
      if (body === undefined) {
        throw new ValidationError("value-invalid", {
          path: "body",
          rule: "a rule, a list of rules, or {faults: [...]}",
        });
      }
      request.services.faults.add(...checkFaultPlan(body));
      return showPlan(request);
    },
  },
  operatorRoute(
    { method: "DELETE", path: "/_sandbox/faults", does: "takes back what has not happened yet" },
    (request) => {
      request.services.faults.clear();
      return showPlan(request);
    },
  ),
];
