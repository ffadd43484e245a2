import { expect, it } from "vitest";
import { VirtualClock } from "./clock/virtual-clock.js";
import { nodePorts } from "./node/node-ports.js";
import { castOf, exchangeConfigOf, type SandboxOptions, type SandboxSettings, settingsOf } from "./options.js";
import { refusalBy } from "./spec-support/refused.js";

const settled = (options: SandboxOptions = {}): SandboxSettings =>
  settingsOf(options, { ...nodePorts, clock: new VirtualClock(0) });

it("has the usual settings where nothing is said", () => {
  const { markets, ...settings } = settled();
  expect(settings).toMatchObject({
    port: 0,
    whenPortIsTaken: "refuse",
    seed: 1,
    profile: "documented",
    wireForms: "documented",
    serviceName: "svc",
    depthIntervalMs: 100,
    tickIntervalMs: 100,
    plainBelowBytes: 256,
    maxBufferedBytes: 4_194_304,
    requestsPerWindow: 30,
    requestWindowMs: 5_000,
    timestampToleranceMs: 30_000,
    refuseReplays: false,
    faults: [],
    rate: 0,
    historyMs: 0,
    clientIds: "repeatable",
    ids: "small",
    queue: "behind-all",
    feed: undefined,
    market: undefined,
    scenario: undefined,
    data: undefined,
  });
  expect(markets.length).toBeGreaterThan(3);
  expect(new Set(markets.map(({ family }) => family)).size).toBe(3);
});

it("takes the forms of its profile, unless others are named", () => {
  expect(settled({ profile: "deployed" }).wireForms).toBe("tolerant");
  expect(settled({ profile: "deployed", wireForms: "documented" }).wireForms).toBe("documented");
});

it("has so many contracts, or the pairs that are named", () => {
  expect(settled({ pairs: 2 }).markets.map(({ pair }) => pair)).toEqual(["4BTC_USDT", "4ETH_USDT"]);
  expect(settled({ pairs: ["5BTC_USD", "BTC_USDT"] }).markets.map(({ pair }) => pair)).toEqual([
    "5BTC_USD",
    "BTC_USDT",
  ]);
});

it.each<[SandboxOptions]>([
  [{ port: 65_535, depthIntervalMs: 1, tickIntervalMs: 1, pingIntervalMs: 10, requestWindowMs: 1 }],
  [{ port: 0, depthIntervalMs: 60_000, tickIntervalMs: 60_000, pingIntervalMs: 3_600_000, requestWindowMs: 3_600_000 }],
  [{ seed: Number.MIN_SAFE_INTEGER, rate: 1_000_000, requestsPerWindow: 1_000_000, timestampToleranceMs: 86_400_000 }],
  [{ seed: Number.MAX_SAFE_INTEGER, rate: 0, requestsPerWindow: 0, timestampToleranceMs: 1, maxBufferedBytes: 1024 }],
  [{ historyMs: 31_536_000_000, plainBelowBytes: 0, serviceName: "a", ids: "large", whenPortIsTaken: "take-any" }],
  [{ serviceName: `a-1${"z".repeat(29)}` }],
])("takes values up to their bounds: %j", (options) => {
  expect(settled(options)).toMatchObject(options);
});

const integer = (min: number, max: number): string => `an integer from ${min} to ${max}`;
const most = Number.MAX_SAFE_INTEGER;
const names = "1 to 32 lower-case letters, digits, hyphens";
const feed = { start: () => () => {} };

it.each<[SandboxOptions, string]>([
  [{ port: -1 }, integer(0, 65_535)],
  [{ port: 65_536 }, integer(0, 65_535)],
  [{ port: 1.5 }, integer(0, 65_535)],
  [{ whenPortIsTaken: "wait" as "refuse" }, "refuse or take-any"],
  [{ profile: "other" as "deployed" }, "one of documented, deployed"],
  [{ wireForms: "loose" as "tolerant" }, "one of documented, tolerant"],
  [{ ids: "tiny" as "small" }, "one of small, large"],
  [{ pairs: 0 }, integer(1, 10_000)],
  [{ pairs: 10_001 }, integer(1, 10_000)],
  [{ pairs: [] }, "different names, at least one"],
  [{ pairs: ["4BTC_USDT", "4BTC_USDT"] }, "different names, at least one"],
  [{ pairs: "4BTC_USDT" as unknown as string[] }, "different names, at least one"],
  [{ pairs: ["BTC"] }, "pairs such as 4BTC_USDT, 5BTC_USD or BTC_USDT"],
  [{ seed: 2 ** 53 }, integer(Number.MIN_SAFE_INTEGER, most)],
  [{ depthIntervalMs: 0 }, integer(1, 60_000)],
  [{ depthIntervalMs: 60_001 }, integer(1, 60_000)],
  [{ tickIntervalMs: 0 }, integer(1, 60_000)],
  [{ rate: 1_000_001 }, integer(0, 1_000_000)],
  [{ historyMs: 31_536_000_001 }, integer(0, 31_536_000_000)],
  [{ historyMs: 1, feed }, "0 or absent where the market comes from outside: it has no past of its own"],
  [{ plainBelowBytes: -1 }, integer(0, most)],
  [{ pingIntervalMs: 9 }, integer(10, 3_600_000)],
  [{ maxBufferedBytes: 1023 }, integer(1024, most)],
  [{ requestsPerWindow: -1 }, integer(0, 1_000_000)],
  [{ requestWindowMs: 0 }, integer(1, 3_600_000)],
  [{ timestampToleranceMs: 0 }, integer(1, 86_400_000)],
  [{ serviceName: "" }, names],
  [{ serviceName: "1a" }, names],
  [{ serviceName: "aB" }, names],
  [{ serviceName: "a_" }, names],
  [{ serviceName: "a".repeat(33) }, names],
])("says what an option must be: %j", (options, rule) => {
  expect(refusalBy(() => settled(options))).toEqual([Object.keys(options)[0], rule]);
});

it("lets scenarios refer to the demo account, and to what else the venue has", () => {
  const alone = castOf(settled({ pairs: 1 }));
  expect([alone.isFed, alone.demoAccount, alone.hasSnapshot("a")]).toEqual([false, 100_001, false]);
  expect([alone.hasAccount(100_001), alone.hasAccount(100_002)]).toEqual([true, false]);
  const others = castOf(settled({ pairs: 1, feed }), { hasAccount: () => true, hasSnapshot: (name) => name === "a" });
  expect([others.isFed, others.hasAccount(5), others.hasSnapshot("a")]).toEqual([true, true, true]);
});

it("knows what decides an exchange", () => {
  const settings = settled({
    pairs: 1,
    seed: 7,
    clientIds: "unique",
    ids: "large",
    terms: { fundingPeriodMs: 60_000 },
  });
  const config = { seed: 7, markets: settings.markets, clientIds: "unique", ids: "large", fundingPeriodMs: 60_000 };
  expect(exchangeConfigOf(settings)).toEqual({ ...config, source: "agents" });
  expect(exchangeConfigOf(settled({ pairs: 1, feed })).source).toBe("feed");
});
