import { expect, it } from "vitest";
import { parseFuzzOptions } from "./options.js";
import { targets } from "./targets/all-targets.js";

function parse(...argv: string[]): unknown {
  return parseFuzzOptions(argv, { out: () => undefined, err: () => undefined });
}

it("takes inputs, minutes, seed and targets", () => {
  expect(parse("--inputs", "5000", "--minutes", "3", "--seed", "7", "--target", "json,frames", "--json")).toEqual({
    inputs: 5_000,
    minutes: 3,
    seed: 7,
    targets: ["json", "frames"],
    summary: "json",
  });
  const usual = { inputs: 1_000_000, targets: targets.map(({ name }) => name), summary: "text" };
  expect(parse()).toMatchObject(usual);
});

it.each([[["--target", "nothing"]], [["--inputs", "0"]], [["--minutes", "x"]]])("refuses %j", (argv) => {
  expect(parse(...argv)).toEqual({ exitCode: 2 });
});
