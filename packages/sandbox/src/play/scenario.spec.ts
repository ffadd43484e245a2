import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createInMemoryVenue } from "../in-memory.js";
import { openDoor, startMs } from "../spec-support/rest-door.js";
import { actions } from "./actions.js";
import { readyScenarios } from "./ready-scenarios.js";
import { type Scenario, scenarioSchema } from "./scenario.js";

const published = fileURLToPath(new URL("../../../../docs/api/sandbox-scenario.schema.json", import.meta.url));
const guide = fileURLToPath(new URL("../../../../docs/guides/testing.md", import.meta.url));

const halt = { atMs: 0, do: "halt", forMs: 1000 };

describe("a scenario", () => {
  it.each([
    [{ steps: [] }, "steps"],
    [{}, "steps"],
    [{ steps: [halt], other: 1 }, "scenario.other"],
    [{ steps: [halt, { do: "halt" }] }, "steps[1].atMs"],
    [{ steps: [{ atMs: -1, do: "halt" }] }, "steps[0].atMs"],
    [{ steps: [{ atMs: 0, do: "explode" }] }, "steps[0].do"],
    [{ steps: [{ atMs: 0, do: "toString" }] }, "steps[0].do"],
    [{ steps: [halt, halt, { ...halt, pair: "4NONE_USDT" }] }, "steps[2].pair"],
    [{ steps: [{ ...halt, share: "1" }] }, "steps[0].share"],
    [{ steps: [{ atMs: 0, do: "move-index" }] }, "steps[0].by"],
    [{ steps: [{ atMs: 0, do: "move-index", by: "-1" }] }, "steps[0].by"],
    [{ steps: [{ atMs: 0, do: "funding", rate: "0.01" }] }, "steps[0].rate"],
    [{ steps: [{ atMs: 0, do: "funding", rate: "0.00000000001" }] }, "steps[0].rate"],
    [{ steps: [{ atMs: 0, do: "move-index", by: "-0.0000001" }] }, "steps[0].by"],
    [{ steps: [{ atMs: 0, do: "quote-less", share: "0.0005" }] }, "steps[0].share"],
    [{ steps: [{ atMs: 0, do: "faults", faults: [{ kind: "drop", by: "x" }] }] }, "steps[0].faults[0].by"],
    [{ steps: [{ atMs: 0, do: "latency", delays: { feed: -1 } }] }, "steps[0].delays.feed"],
    [{ steps: [{ atMs: 0, do: "credit", account: "nobody", coin: "USDT", amount: "1" }] }, "steps[0].account"],
  ])("is refused by the place of what is wrong: %j", async (scenario, place) => {
    const { kit } = await openDoor();
    const { status, body } = await kit.operate("POST", "scenario", { steps: undefined, name: "mine", ...scenario });
    const isNameless = !("steps" in scenario);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(isNameless ? "name" : place.replace("scenario.", "body."));
    const start = (): unknown => createInMemoryVenue({ scenario: scenario as Scenario });
    const option = place.startsWith("scenario.") ? `scenario.${place}` : `scenario.${place}`;
    expect(start).toThrow(expect.objectContaining({ details: expect.objectContaining({ option }) }));
  });

  it("plays by the venue's clock, and stops: what was to last is over", async () => {
    const { kit, clock } = await openDoor();
    const steps = [halt, { atMs: 5000, do: "limit-only", forMs: 60_000 }];
    await kit.operate("POST", "scenario", { name: "mine", steps });
    clock.advance(500);
    expect((await kit.operate("GET", "scenario")).body).toEqual({
      scenario: { name: "mine", startedAtMs: startMs, steps: 2, begun: 1, lasting: 1, state: "playing" },
    });
    clock.advance(5000);
    expect((await kit.operate("GET", "scenario")).body).toMatchObject({ scenario: { begun: 2, lasting: 1 } });
    expect((await kit.operate("DELETE", "scenario")).body).toMatchObject({
      scenario: { lasting: 0, state: "stopped" },
    });
    await kit.operate("POST", "scenario", { steps: [halt] });
    clock.advance(1001);
    expect((await kit.operate("GET", "scenario")).body).toMatchObject({ scenario: { name: "unnamed", state: "over" } });
  });

  it("may be an option, by its name", async () => {
    const venue = createInMemoryVenue({ scenario: "thin-book" });
    const answer = await venue.request({ method: "GET", target: "/_sandbox/scenario", headers: {} });
    expect(new TextDecoder().decode(answer.body)).toContain('"name":"thin-book"');
    expect(() => createInMemoryVenue({ scenario: "none" })).toThrow(/scenario/);
    venue.close();
  });
});

it("the published schema is the one of this table: `depthwire sandbox scenarios --schema` writes it", async () => {
  expect(JSON.parse(await readFile(published, "utf8"))).toEqual(scenarioSchema());
});

it("the guide names every kind of step and every scenario that comes along", async () => {
  const text = await readFile(guide, "utf8");
  for (const name of [...Object.keys(actions), ...readyScenarios.map((one) => one.name)]) {
    expect(text).toContain(`\`${name}\``);
  }
});
