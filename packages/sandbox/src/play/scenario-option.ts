import { ValidationError } from "@depthwire/core";
import { readyScenario, readyScenarios } from "./ready-scenarios.js";
import { type PreparedScenario, prepareScenario, type Scenario } from "./scenario.js";
import type { Cast } from "./stage.js";

/**
 * The scenario that an option means: one of its own, or the name of one that comes with the sandbox.
 *
 * @throws ValidationError `option-invalid` with the place of what is wrong, such as `scenario.steps[2].pair`
 */
export function scenarioOf(option: string | Scenario, cast: Cast): PreparedScenario {
  const scenario = typeof option === "string" ? readyScenario(option) : option;
  if (scenario === undefined) {
    const rule = `a scenario, or one of ${readyScenarios.map(({ name }) => name).join(", ")}`;
    throw new ValidationError("option-invalid", { option: "scenario", rule });
  }
  try {
    return prepareScenario(scenario, cast);
  } catch (error) {
    if (!(error instanceof ValidationError) || !("path" in error.details)) {
      throw error;
    }
    const { path, rule } = error.details;
    throw new ValidationError("option-invalid", { option: path === "scenario" ? path : `scenario.${path}`, rule });
  }
}
