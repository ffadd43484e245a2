import { readyScenario, readyScenarios } from "../../play/ready-scenarios.js";
import { prepareScenario } from "../../play/scenario.js";
import { checkText, fail, type Wire } from "./check-body.js";
import { type OperatorRequest, type OperatorRoute, operatorChange, operatorRoute } from "./operator-route.js";

function showStatus({ context, services: { scenarios } }: OperatorRequest): Response {
  return context.json({ scenario: scenarios.status() ?? null });
}

function scenarioOf(body: Wire): unknown {
  if (body["steps"] !== undefined) {
    return body;
  }
  const names = readyScenarios.map(({ name }) => name).join(", ");
  return readyScenario(checkText(body["name"], "name")) ?? fail("name", `with no steps, one of ${names}`);
}

/** The operator's addresses for scenarios. */
export const scenarioRoutes: readonly OperatorRoute[] = [
  operatorRoute(
    {
      method: "GET",
      path: "/_sandbox/scenarios",
      does: "the scenarios that come with the sandbox, with all their steps",
    },
    ({ context }) => context.json({ scenarios: readyScenarios }),
  ),
  operatorRoute(
    {
      method: "GET",
      path: "/_sandbox/scenario",
      does: "the scenario that plays, or the last one that did, and how far it is",
    },
    showStatus,
  ),
  operatorChange(
    {
      method: "POST",
      path: "/_sandbox/scenario",
      does: "plays a scenario from now on, by the venue's clock; one that still plays is stopped",
      body: {
        "name?": "one that comes with the sandbox, or with `steps` any name",
        "says?": "a sentence about it",
        "steps?": "what happens when: a list of `{atMs, do, ...}`; the guide has the kinds and their keys",
      },
    },
    (request, body) => {
      const { scenarios, cast } = request.services;
      scenarios.play(prepareScenario(scenarioOf(body), cast));
      return showStatus(request);
    },
  ),
  operatorRoute(
    {
      method: "DELETE",
      path: "/_sandbox/scenario",
      does: "stops the scenario that plays: what was to last for a time is over",
    },
    (request) => {
      request.services.scenarios.stop();
      return showStatus(request);
    },
  ),
];
