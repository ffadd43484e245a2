import { expect, it } from "vitest";
import { parseFaultOptions } from "./options.js";

interface Parsed {
  readonly result: ReturnType<typeof parseFaultOptions>;
  readonly err: string;
}

function parse(...argv: string[]): Parsed {
  let err = "";
  const result = parseFaultOptions(argv, {
    out: () => undefined,
    err: (text) => {
      err += text;
    },
  });
  return { result, err };
}

it("fills in what was not said", () => {
  expect(parse("--disconnects", "1000").result).toMatchObject({
    disconnects: {
      disconnects: 1000,
      seed: 1,
      lanes: 16,
      sequencePolicy: "contiguous",
      protocols: ["prefix", "channel"],
    },
    summary: "text",
  });
});

it("takes every flag", () => {
  const flags = "--disconnects 5 --seed 9 --lanes 2 --sequence-policy monotonic --protocol b --json";
  expect(parse(...flags.split(" ")).result).toMatchObject({
    disconnects: { disconnects: 5, seed: 9, lanes: 2, sequencePolicy: "monotonic", protocols: ["channel"] },
    summary: "json",
  });
});

it("takes orders in place of connections", () => {
  const { result } = parse(..."--orders 100000 --client repeats --seed 4 --json".split(" "));
  expect(result).toEqual({ orders: { orders: 100_000, seed: 4, habit: "repeats" }, summary: "json" });
});

it("takes outages in place of connections", () => {
  const { result } = parse(..."--outages 1000 --recovery off --json".split(" "));
  expect(result).toEqual({ outages: { outages: 1_000, seed: 1, recovery: "off" }, summary: "json" });
});

it("takes threads in place of connections", () => {
  const { result } = parse(..."--threads 200 --start-rule impatient --json".split(" "));
  expect(result).toEqual({ threads: { kills: 200, seed: 1, startRule: "impatient" }, summary: "json" });
});

it("takes scenarios in place of connections, and how many orders they place", () => {
  const flags = "--network --orders 120 --scenario half-open --scenario stopped-venue --network-client repeats";
  expect(parse(...flags.split(" ")).result).toEqual({
    network: { orders: 120, seed: 1, habit: "repeats", lanes: 4, names: ["half-open", "stopped-venue"] },
    summary: "text",
  });
  expect(parse("--network", "--json").result).toMatchObject({
    network: { orders: 2_000, habit: "careful", names: [] },
  });
});

it.each([
  [[], "--disconnects"],
  [["--network", "--scenario", "rain"], "half-open"],
  [["--network", "--outages", "5"], "exactly one"],
  [["--disconnects", "5", "--orders", "5"], "exactly one"],
  [["--orders", "5", "--client", "hasty"], "careful, repeats, no-fence"],
  [["--disconnects", "0"], "whole number from 1"],
  [["--disconnects", "5", "--sequence-policy", "none"], "contiguous, monotonic"],
  [["--disconnects", "5", "more"], "too many arguments"],
])("refuses %j", (argv, message) => {
  const { result, err } = parse(...argv);
  expect(result).toEqual({ exitCode: 2 });
  expect(err).toContain(message);
});

it("gives help without complaint", () => {
  expect(parse("--help").result).toEqual({ exitCode: 0 });
});
