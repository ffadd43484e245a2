import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import { createInMemoryVenue } from "../in-memory.js";
import type { MarketFeed } from "../paper/market-feed.js";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { openDoor, openTenant, startMs } from "../spec-support/rest-door.js";
import { RestKit } from "../spec-support/rest-kit.js";
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
    [{ steps: [{ atMs: 0, do: "credit", account: 100_002, coin: "USDT", amount: "1" }] }, "steps[0].account"],
    [{ steps: [halt, { atMs: 0, do: "restrict", account: 100_002 }] }, "steps[1].account"],
    [{ steps: [{ atMs: 0, do: "restrict", account: 999 }] }, "steps[0].account"],
    [{ steps: [{ atMs: 0, do: "latency", account: 100_002, delays: { feed: 1 } }] }, "steps[0].account"],
    [{ steps: [{ atMs: 0, do: "deposit", account: 100_002, coin: "USDT", amount: "1" }] }, "steps[0].account"],
    [{ steps: [{ atMs: 0, do: "credit", account: "demo", coin: "USTD", amount: "1" }] }, "steps[0].coin"],
    [{ steps: [{ atMs: 0, do: "credit", account: "demo", coin: "USDT", amount: "0.00000000001" }] }, "steps[0].amount"],
    [{ steps: [{ atMs: 0, do: "deposit", account: "demo", coin: "NONE", amount: "1" }] }, "steps[0].coin"],
    [{ steps: [{ atMs: 0, do: "deposit", account: "demo", coin: "AAVE", amount: "1" }] }, "steps[0].coin"],
    [{ steps: [{ atMs: 0, do: "deposit", account: "demo", coin: "USDT", amount: "-1" }] }, "steps[0].amount"],
    [{ steps: [{ atMs: 0, do: "deposit", account: "demo", coin: "USDT", amount: "0.0000001" }] }, "steps[0].amount"],
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
      scenario: { name: "mine", startedAtMs: startMs, steps: 2, begun: 1, lasting: 1, state: "playing", refused: [] },
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

  it("may name every account that the venue has when it is played", async () => {
    const { kit } = await openDoor();
    const { account } = await openTenant(kit, "5");
    const steps = [{ atMs: 0, do: "restrict", account, forMs: 1000 }];
    expect(await kit.operate("POST", "scenario", { name: "mine", steps })).toMatchObject({ status: 200 });
  });

  it("tells of steps that cannot be carried out when their time has come, and makes no account", async () => {
    const { kit, clock } = await openDoor();
    await kit.operate("POST", "snapshots", { name: "before" });
    const { account } = await openTenant(kit, "5");
    const steps = [
      { atMs: 0, do: "credit", account, coin: "USDT", amount: "-7" },
      { atMs: 1, do: "go-back", name: "before" },
      ...["credit", "deposit"].map((kind) => ({ atMs: 2, do: kind, account, coin: "USDT", amount: "1" })),
      { atMs: 2, do: "restrict", account, forMs: 1000 },
    ];
    await kit.operate("POST", "scenario", { name: "mine", steps });
    clock.advance(10);
    const gone = `the venue has no account ${account} now`;
    expect((await kit.operate("GET", "scenario")).body).toMatchObject({
      scenario: {
        state: "over",
        refused: [
          { do: "credit", atMs: 0, reason: "insufficient-balance" },
          { do: "credit", atMs: 2, reason: gone },
          { do: "deposit", atMs: 2, reason: gone },
          { do: "restrict", atMs: 2, reason: gone },
        ],
      },
    });
    expect((await kit.operate("GET", "accounts")).body).toEqual({ accounts: [100_001] });
  });

  it("restricts no account that going back takes away, and brings none back at the end", async () => {
    const { kit, clock } = await openDoor();
    await kit.operate("POST", "snapshots", { name: "before" });
    const { account } = await openTenant(kit, "5");
    const accounts = async (): Promise<unknown> => (await kit.operate("GET", "accounts")).body;
    const steps = [
      { atMs: 0, do: "restrict", account, forMs: 1000 },
      { atMs: 10, do: "go-back", name: "before" },
    ];
    await kit.operate("POST", "scenario", { name: "mine", steps });
    clock.advance(5);
    expect(await accounts()).toEqual({ accounts: [100_001, account] });
    clock.advance(10);
    expect(await accounts()).toEqual({ accounts: [100_001] });
    clock.advance(2000);
    expect(await accounts()).toEqual({ accounts: [100_001] });
    expect((await kit.operate("GET", "scenario")).body).toMatchObject({ scenario: { state: "over", lasting: 0 } });
  });

  it.each(["move-index", "quote-less", "snapshot", "go-back"])(
    "is refused with %s where the market comes from outside, which no step moves or takes back",
    (kind) => {
      const values = { by: "-0.1", share: "0.5", name: "one" };
      const key = { "move-index": "by", "quote-less": "share" }[kind] ?? "name";
      const step = { atMs: 0, do: kind, [key]: values[key as keyof typeof values] };
      const feed: MarketFeed = { start: () => () => {} };
      const start = (): unknown => createInMemoryVenue({ feed, scenario: { steps: [halt, step] } });
      expect(start).toThrow(
        expect.objectContaining({ details: expect.objectContaining({ option: "scenario.steps[1].do" }) }),
      );
      createInMemoryVenue({ feed, scenario: "trading-halt" }).close();
    },
  );

  it("names accounts of a directory; one that it does not have is refused when that is open, and the directory is free again", async () => {
    const directory = await mkdtemp(join(tmpdir(), "sandbox-scenario-"));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const scenario: Scenario = { steps: [halt, { atMs: 0, do: "restrict", account: 100_002 }] };
    const open = (options: object = {}): Promise<Sandbox> =>
      startSandbox({ pairs: 1, dataDirectory: directory, clock: new VirtualClock(startMs), ...options });
    const refused = { details: { option: "scenario.steps[1].account" } };
    await expect(open({ scenario })).rejects.toMatchObject(refused);
    const first = await open();
    await openTenant(new RestKit(first, first.credential, () => startMs), "5");
    await first.close();
    const second = await open({ scenario });
    await second.close();
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
