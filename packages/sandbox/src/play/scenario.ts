import { ValidationError } from "@depthwire/core";
import { checkInteger, checkList, checkObject, checkText, fail } from "../rest/operator/check-body.js";
import { type Action, actions } from "./actions.js";
import { maxScenarioMs } from "./fields.js";
import type { Act, Cast } from "./stage.js";

/** One step of a scenario: when, what, and the keys of what it does. */
export interface ScenarioStep {
  /** Milliseconds after the scenario's beginning, by the venue's clock. */
  readonly atMs: number;
  /** What happens. */
  readonly do: string;
  readonly [key: string]: unknown;
}

/** What happens when. */
export interface Scenario {
  readonly name?: string;
  /** One sentence. */
  readonly says?: string;
  readonly steps: readonly ScenarioStep[];
}

/** A step that was checked. */
export interface PreparedStep {
  readonly atMs: number;
  /** What it does, for people. */
  readonly does: string;
  /** How long it lasts; nothing: for good. */
  readonly forMs: number | undefined;
  /** The snapshot that it takes or goes back to. */
  readonly snapshot: string | undefined;
  readonly act: Act;
}

/** A scenario that was checked. */
export interface PreparedScenario {
  readonly name: string;
  readonly steps: readonly PreparedStep[];
}

const known: ReadonlyMap<string, Action> = new Map(Object.entries(actions));

function prepareStep(value: unknown, path: string, cast: Cast): PreparedStep {
  const kind = typeof value === "object" && value !== null && "do" in value ? value.do : undefined;
  const found = known.get(String(kind)) ?? fail(`${path}.do`, `one of ${[...known.keys()].join(", ")}`);
  const wire = checkObject(value, path, ["atMs", "do", ...Object.keys(found.fields)]);
  const atMs = checkInteger(wire["atMs"], `${path}.atMs`, 0, maxScenarioMs);
  const act = found.prepare(wire, path, cast);
  const { forMs, name } = wire;
  return {
    atMs,
    does: String(kind),
    forMs: typeof forMs === "number" ? forMs : undefined,
    snapshot: typeof name === "string" ? name : undefined,
    act,
  };
}

/** A step goes back only to what is there already, or was taken before it. */
function checkReturns(steps: readonly PreparedStep[], { hasSnapshot }: Cast): void {
  for (const [place, { does, atMs, snapshot }] of steps.entries()) {
    if (does !== "go-back" || snapshot === undefined || hasSnapshot(snapshot)) {
      continue;
    }
    const isTaken = steps.some(
      (other, i) =>
        other.does === "snapshot" &&
        other.snapshot === snapshot &&
        (other.atMs < atMs || (other.atMs === atMs && i < place)),
    );
    if (!isTaken) {
      fail(`steps[${place}].name`, "a snapshot that the sandbox has, or that an earlier step takes");
    }
  }
}

/**
 * A scenario from outside, checked. Steps come in the order of their time; of equal ones in the order in which they stand.
 *
 * @throws ValidationError `value-invalid` with the path of what is wrong, such as `steps[2].pair`
 */
export function prepareScenario(value: unknown, cast: Cast): PreparedScenario {
  const { name, says, steps } = checkObject(value, "scenario", ["name", "says", "steps"]);
  if (says !== undefined) {
    checkText(says, "says");
  }
  if (!Array.isArray(steps) || steps.length === 0) {
    throw new ValidationError("value-invalid", { path: "steps", rule: "a list of at least one step" });
  }
  const prepared = checkList(steps, "steps", (step, path) => prepareStep(step, path, cast));
  checkReturns(prepared, cast);
  return {
    name: name === undefined ? "unnamed" : checkText(name, "name"),
    steps: prepared.toSorted((one, other) => one.atMs - other.atMs),
  };
}

/** The JSON Schema of a scenario's file. */
export function scenarioSchema(): object {
  const steps = Object.entries(actions).map(([name, { says, fields }]) => {
    const entries = Object.entries(fields);
    const required = entries.filter(([, field]) => !("isOptional" in field)).map(([key]) => key);
    return {
      type: "object",
      description: says,
      properties: {
        atMs: {
          type: "integer",
          minimum: 0,
          maximum: maxScenarioMs,
          description: "milliseconds after the scenario's beginning",
        },
        do: { const: name },
        ...Object.fromEntries(entries.map(([key, field]) => [key, { ...field.schema, description: field.says }])),
      },
      required: ["atMs", "do", ...required],
      additionalProperties: false,
    };
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A scenario of the Depthwire sandbox: what happens when",
    type: "object",
    properties: {
      name: { type: "string" },
      says: { type: "string", description: "one sentence" },
      steps: { type: "array", minItems: 1, items: { oneOf: steps } },
    },
    required: ["steps"],
    additionalProperties: false,
  };
}
