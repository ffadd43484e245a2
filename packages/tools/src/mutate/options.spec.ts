import { expect, it } from "vitest";
import { mutationGroups } from "./groups.js";
import { parseMutateOptions } from "./options.js";

const silent = { out: () => undefined, err: () => undefined };

it("mutates what keeps an account safe when nothing else was said", () => {
  expect(parseMutateOptions([], silent)).toEqual({
    files: mutationGroups.safety,
    wantedScore: 92,
    concurrency: 1,
    summary: "text",
  });
});

it("takes every flag, and files with commas between them", () => {
  const flags =
    "--files packages/rest/src/throttle/,packages/core/src/x.ts --score 75 --minutes 5 --concurrency 2 --json";
  expect(parseMutateOptions(flags.split(" "), silent)).toEqual({
    files: ["packages/rest/src/throttle", "packages/core/src/x.ts"],
    wantedScore: 75,
    minutes: 5,
    concurrency: 2,
    summary: "json",
  });
});

it("takes a package, and how many of its mutants stand for all", () => {
  expect(parseMutateOptions("--package rest --sample 150 --seed 7".split(" "), silent)).toEqual({
    files: ["packages/rest/src"],
    package: "rest",
    sample: { count: 150, seed: 7 },
    wantedScore: 92,
    concurrency: 1,
    summary: "text",
  });
});

it.each([
  [["--package", "../rest"]],
  [["--package", "rest", "--files", "packages/core/src/x.ts"]],
  [["--sample", "0"]],
  [["--group", "everything"]],
  [["--score", "101"]],
  [["--files", ""]],
  [["--files", "/etc/passwd"]],
  [["--files", "packages/rest/src/../../../x"]],
])("refuses %j", (argv) => {
  expect(parseMutateOptions(argv, silent)).toEqual({ exitCode: 2 });
});
