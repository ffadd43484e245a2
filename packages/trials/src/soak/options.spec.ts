import { expect, it } from "vitest";
import { parseSoakOptions } from "./options.js";

const silent = { out: () => undefined, err: () => undefined };

it("fills in what was not said", () => {
  expect(parseSoakOptions([], silent)).toEqual({
    minutes: 60,
    cycles: 2_000,
    shards: 0,
    heldBytes: 0,
    summary: "text",
  });
});

it("takes every flag", () => {
  expect(parseSoakOptions("--minutes 1 --cycles 40 --shards 2 --held-bytes 100 --json".split(" "), silent)).toEqual({
    minutes: 1,
    cycles: 40,
    shards: 2,
    heldBytes: 100,
    summary: "json",
  });
});

it.each([[["--minutes", "0"]], [["--cycles", "39"]], [["--hours", "1"]], [["now"]]])("refuses %j", (argv) => {
  expect(parseSoakOptions(argv, silent)).toEqual({ exitCode: 2 });
});
