import { expect, it } from "vitest";
import { jobs } from "./jobs.js";
import { OptionError, readOptions, usage } from "./options.js";

const client = ["--client", "node a.js"];

it("without options every case is wanted, four at a time", () => {
  const usual = { client: "node a.js", tasks: [], faults: [], together: 4, seed: 1, oldAfterMs: 5_000, json: false };
  expect(readOptions(client)).toEqual(usual);
});

it("options are read, those that may be repeated in their order", () => {
  const argv = "--task fills --task books --fault lost --fault cut --together 64 --seed 0 --old-after 4500 --json";
  expect(readOptions([...client, ...argv.split(" ")])).toEqual({
    client: "node a.js",
    tasks: ["fills", "books"],
    faults: ["lost", "cut"],
    together: 64,
    seed: 0,
    oldAfterMs: 4_500,
    json: true,
  });
});

it.each([
  [["--help"], "help"],
  [["-h", "--version"], "help"],
  [["--version"], "version"],
  [["--list", "--client", "x"], "list"],
])("%j asks for %s alone", (argv, question) => {
  expect(readOptions(argv)).toBe(question);
});

const faults = jobs.map(({ fault }) => fault).join(", ");

it.each([
  [[], "--client is missing: the command that starts the client"],
  [["--client", " "], "--client is missing: the command that starts the client"],
  [[...client, "--task", "book"], '--task "book" is none of books, orders, fills'],
  [[...client, "--fault", "none"], `--fault "none" is none of ${faults}`],
  [[...client, "--together", "0"], "--together must be an integer from 1 to 64"],
  [[...client, "--together", "65"], "--together must be an integer from 1 to 64"],
  [[...client, "--seed", "-1"], expect.stringContaining("--seed")],
  [[...client, "--seed=-1"], "--seed must be an integer from 0 to 2147483648"],
  [[...client, "--seed", "1.5"], "--seed must be an integer from 0 to 2147483648"],
  [[...client, "--old-after", "4499"], "--old-after must be an integer from 4500 to 600000"],
  [[...client, "--old-after", "600001"], "--old-after must be an integer from 4500 to 600000"],
  [[...client, "--speed"], expect.stringContaining("--speed")],
  [[...client, "more"], expect.stringContaining("more")],
])("%j is refused: %s", (argv, message) => {
  expect(() => readOptions(argv)).toThrowError(OptionError);
  expect(() => readOptions(argv)).toThrowError(
    expect.objectContaining({ name: "OptionError", code: "option-invalid", message }),
  );
});

it("the help tells of every option", () => {
  const told = [...usage.matchAll(/--([a-z-]+)/g)].map(([, name]) => name);
  const all = ["client", "fault", "help", "json", "list", "old-after", "seed", "task", "together", "version"];
  expect([...new Set(told)].toSorted()).toEqual(all);
  expect(usage).toContain("books, orders, fills; may be repeated");
  expect(usage).toContain("(5000)");
});
