import { ValidationError } from "@depthwire/core";
import { expect, it } from "vitest";
import { optionText, parseStartOptions, type StartOptions } from "./options.js";

interface Parsed {
  readonly result: ReturnType<typeof parseStartOptions>;
  readonly out: string;
  readonly err: string;
}

function parse(...argv: string[]): Parsed {
  let out = "";
  let err = "";
  const result = parseStartOptions(argv, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { result, out, err };
}

it("runs 20 pairs on two shards until Ctrl-C by default", () => {
  expect(parse().result).toEqual({
    pairs: 20,
    shards: 2,
    profile: "documented",
    seed: undefined,
    port: undefined,
    credentialFile: ".depthwire/credential.json",
    forMs: undefined,
    summary: "text",
  });
});

it("takes every flag", () => {
  const flags = "--pairs 3 --shards 0 --profile deployed --seed 77 --port 8090 --for 1.5s --json";
  expect(parse(...flags.split(" ")).result).toEqual({
    pairs: 3,
    shards: 0,
    profile: "deployed",
    seed: 77,
    port: 8090,
    credentialFile: ".depthwire/credential.json",
    forMs: 1500,
    summary: "json",
  });
});

it("prints its help on request, with exit code 0", () => {
  const { result, out, err } = parse("--help");
  expect(result).toEqual({ exitCode: 0 });
  expect(err).toBe("");
  for (const flag of ["--pairs", "--shards", "--profile", "--seed", "--port", "--for", "--json"]) {
    expect(out).toContain(flag);
  }
});

it.each([
  { argv: ["--for", "10"], says: "--for 10: It must be a number with a unit: 10s, 500ms, 2m" },
  { argv: ["--for", "0s"], says: "10s, 500ms, 2m" },
  { argv: ["--for"], says: "--for: its value is missing" },
  { argv: ["--pairs", "0"], says: "--pairs 0: It must be a whole number from 1 to 1000" },
  { argv: ["--pairs", "2.5"], says: "from 1 to 1000" },
  { argv: ["--shards", "many"], says: "from 0 to 64" },
  { argv: ["--port", "65536"], says: "from 0 to 65535" },
  { argv: ["--seed", "-1"], says: "from 0 to" },
  { argv: ["--profile", "live"], says: "--profile live: Allowed choices are documented, deployed" },
  { argv: ["--pair", "3"], says: "--pair: there is no such option" },
  { argv: ["10s"], says: "too many arguments" },
])("refuses $argv with exit code 2 and says why", ({ argv, says }) => {
  const { result, out, err } = parse(...argv);
  expect(result).toEqual({ exitCode: 2 });
  expect(out).toBe("");
  expect(err).toContain(says);
  expect(err).toContain("--help");
});

it("names the port that could not be had, as it was typed", () => {
  const taken = new ValidationError("option-invalid", { option: "port", rule: "a free port of 127.0.0.1" });
  const { result } = parse("--port", "8090");
  expect(optionText(taken, result as StartOptions)).toBe(
    "--port 8090: It must be a free port of 127.0.0.1; without --port any free one is taken.",
  );
  expect(optionText(new Error("something else"), result as StartOptions)).toBeUndefined();
});

it("names the folder that is open to others, and no option, for it has none for it", () => {
  const rule = "closed to other users, and .depthwire is of mode 0755: chmod 0700 .depthwire";
  const { result } = parse();
  expect(optionText(new ValidationError("option-invalid", { option: "folder", rule }), result as StartOptions)).toBe(
    `The folder of the demo account's key, and what is in it, must be ${rule}.`,
  );
});

it("says what to do about a kept token that is no token", () => {
  const rule = "at least 16 letters, digits, - and _";
  const { result } = parse();
  expect(optionText(new ValidationError("option-invalid", { option: "token", rule }), result as StartOptions)).toBe(
    `The accelerator's token that is kept beside that key must be ${rule}: remove it, and a new one is made.`,
  );
});
