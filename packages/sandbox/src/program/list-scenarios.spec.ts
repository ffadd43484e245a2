import { expect, it } from "vitest";
import { createInMemoryVenue } from "../in-memory.js";
import { readyScenarios } from "../play/ready-scenarios.js";
import { type Scenario, scenarioSchema } from "../play/scenario.js";
import { printScenarios } from "./list-scenarios.js";

it("lists each scenario with its sentence", () => {
  const { text, exitCode } = printScenarios([]);
  expect(exitCode).toBe(0);
  expect(text.split("\n").filter((line) => line !== "")).toHaveLength(readyScenarios.length);
  for (const { name, says } of readyScenarios) {
    expect(text).toMatch(new RegExp(`^${name} +${says.replace(/[.%]/g, "\\$&")}$`, "m"));
  }
});

it.each(readyScenarios.map(({ name }) => name))("shows %s as a file that can be played", (name) => {
  const scenario = JSON.parse(printScenarios([name]).text) as Scenario;
  expect(() => createInMemoryVenue({ scenario }).close()).not.toThrow();
});

it("shows the schema, and says what it does not know", () => {
  expect(JSON.parse(printScenarios(["--schema"]).text)).toEqual(scenarioSchema());
  expect(printScenarios(["none"])).toMatchObject({ exitCode: 2, text: expect.stringContaining("crash") });
});
