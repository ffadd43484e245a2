import { expect, it } from "vitest";
import { parseFlakyOptions } from "./options.js";

const silent = { out: () => undefined, err: () => undefined };

it("fills in what was not said", () => {
  expect(parseFlakyOptions([], silent)).toEqual({
    times: 5,
    busy: 0,
    seed: 1,
    scope: "all",
    files: [],
    summary: "text",
  });
});

it("takes every flag, and files", () => {
  const flags = "--times 20 --busy 2 --minutes 5 --since HEAD~3 --live --seed 9 --json src/a.spec.ts src/b";
  expect(parseFlakyOptions(flags.split(" "), silent)).toEqual({
    times: 20,
    busy: 2,
    minutes: 5,
    since: "HEAD~3",
    scope: "live",
    seed: 9,
    files: ["src/a.spec.ts", "src/b"],
    summary: "json",
  });
});

it.each([[["--times", "0"]], [["--busy", "many"]], [["--minutes", "0"]], [["--often"]]])("refuses %j", (argv) => {
  expect(parseFlakyOptions(argv, silent)).toEqual({ exitCode: 2 });
});

it("gives help without complaint", () => {
  expect(parseFlakyOptions(["--help"], silent)).toEqual({ exitCode: 0 });
});
