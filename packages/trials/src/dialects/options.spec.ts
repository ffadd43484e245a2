import { expect, it } from "vitest";
import { parseDialectOptions } from "./options.js";

interface Parsed {
  readonly result: ReturnType<typeof parseDialectOptions>;
  readonly err: string;
}

function parse(...argv: string[]): Parsed {
  let err = "";
  const result = parseDialectOptions(argv, {
    out: () => undefined,
    err: (text) => {
      err += text;
    },
  });
  return { result, err };
}

it("has every client live three minutes at both profiles when nothing is said", () => {
  expect(parse().result).toEqual({
    seconds: 180,
    profiles: ["documented", "deployed"],
    harm: "off",
    requests: "to-the-venue",
    summary: "text",
  });
});

it("takes every flag", () => {
  const flags = "--seconds 25 --profile deployed --harm on --accelerator --only doubles integers --json";
  expect(parse(...flags.split(" ")).result).toEqual({
    seconds: 25,
    profiles: ["deployed"],
    harm: "on",
    requests: "through-accelerators",
    only: ["doubles", "integers"],
    summary: "json",
  });
});

it.each([
  [["--seconds", "9"], "whole number from 10"],
  [["--profile", "tolerant"], "documented, deployed, both"],
  [["--only", "nobody"], "Allowed choices"],
  [["more"], "too many arguments"],
])("refuses %j", (argv, message) => {
  const { result, err } = parse(...argv);
  expect(result).toEqual({ exitCode: 2 });
  expect(err).toContain(message);
});

it("gives help without complaint", () => {
  expect(parse("--help").result).toEqual({ exitCode: 0 });
});
