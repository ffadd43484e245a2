import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ValidationError } from "@depthwire/core";
import { CommanderError } from "commander";
import { expect, it, onTestFinished } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import { nodePorts } from "../node/node-ports.js";
import { settingsOf } from "../options.js";
import { type Flags, parseFlags } from "./flags.js";
import { JsonFiles } from "./json-files.js";
import { refusalOf } from "./refusal-text.js";
import { sandboxOptionsOf } from "./sandbox-options.js";

/** What the program says about a command line, with the exit code in front; `taken` when nothing is wrong. */
async function said(...argv: string[]): Promise<string> {
  let flags: Partial<Flags> = {};
  const files = new JsonFiles();
  try {
    const parsed = parseFlags(argv, "1.2.3", "depthwire-sandbox");
    flags = parsed;
    settingsOf(await sandboxOptionsOf(parsed, files), { ...nodePorts, clock: new VirtualClock(0) });
    return "taken";
  } catch (error) {
    const { exitCode, text } = refusalOf(error, flags, (option) => files.placeOf(option)) ?? {};
    return `${exitCode} ${text}`;
  }
}

const help = "; --help lists the options";

it.each<[string, string]>([
  ["--port x", `--port x: it must be a whole number${help}`],
  ["--port 99999", `--port 99999: it must be an integer from 0 to 65535${help}`],
  ["--port", `--port: its value is missing${help}`],
  ["--profile other", `--profile other: allowed choices are documented, deployed${help}`],
  ["--pairs BTC", `--pairs BTC: it must be pairs such as 4BTC_USDT, 5BTC_USD or BTC_USDT${help}`],
  ["--tolerent", "--tolerent: there is no such option; did you mean --tolerant?"],
  ["more", `too many arguments. Expected 0 arguments but got 1${help}`],
  ["--plain-below -1", `--plain-below -1: it must be an integer from 0 to 9007199254740991${help}`],
  ["--connections-per-address 0", `--connections-per-address 0: it must be an integer from 1 to 1000000${help}`],
  ["--accept-older-state", `--accept-older-state: it must be given together with a data directory${help}`],
  ["--market-speed 0", `--market-speed 0: it must be a number from 0.001 to 100000${help}`],
  ["--market-speed 2", `--market-speed 2: it must be given together with --market${help}`],
  ["--market-end loop", `--market-end loop: it must be given together with --market${help}`],
  ["--market a --market b", `--market b: it must be given once: a directory has the files of several markets${help}`],
  ["--queue front", `--queue front: it must be given together with a feed or a recorded market${help}`],
  ["--market-end stop", `--market-end stop: allowed choices are empty, hold, loop${help}`],
  ["--data-at-least 5", `--data-at-least 5: it must be given together with a data directory${help}`],
])("%s", async (line, text) => {
  expect(await said(...line.split(" "))).toBe(`2 ${text}`);
});

it("names options as they are typed, whatever programs call them", async () => {
  const words = await Promise.all(
    [
      ["--requests", "-1"],
      ["--timestamp-tolerance", "0"],
      ["--allow-host", "a:b"],
      ["--allow-origin", "null"],
      ["--data", ""],
    ].map((argv) => said(...argv)),
  );
  expect(words.map((text) => /^2 (--[a-z-]+ .*?): it must be /.exec(text)?.[1])).toEqual([
    "--requests -1",
    "--timestamp-tolerance 0",
    "--allow-host a:b",
    "--allow-origin null",
    "--data ",
  ]);
});

it("--scenario with a name that is mistyped lists the names", async () => {
  expect(await said("--scenario", "crsh")).toMatch(
    /^2 --scenario crsh: it must be one of crash, .*, or a file that can be read \(ENOENT/,
  );
});

it.each(["--terms", "--faults", "--operator-token-file"])(
  "%s names the file and what is wrong with it",
  async (flag) => {
    const folder = await mkdtemp(join(tmpdir(), "sandbox-flags-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, "given");
    expect(await said(flag, file)).toMatch(
      new RegExp(`^2 ${flag} ${file}: it must be a file that can be read \\(ENOENT.*\\); --help`),
    );
    await writeFile(file, "{", { mode: 0o600 });
    const rule = flag === "--operator-token-file" ? "it must be at least 16 " : "it must be a file of JSON \\(.+\\); ";
    const place = flag === "--operator-token-file" ? "" : ", line \\d+, column \\d+";
    expect(await said(flag, file)).toMatch(new RegExp(`^2 ${flag} ${file}${place}: ${rule}`));
  },
);

it.each([
  ["--terms", { contracts: { "4BTC_USDT": { maxPosition: 7 } } }, "contracts.4BTC_USDT.maxPosition must be a decimal"],
  ["--faults", [{ kind: "cut", count: 0 }], "faults[0].count must be an integer from 1 to 1000000"],
])("%s names the place inside the file", async (flag, content, words) => {
  const folder = await mkdtemp(join(tmpdir(), "sandbox-flags-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "given.json");
  await writeFile(file, JSON.stringify(content));
  const text = await said(flag, file);
  expect(text).toContain(`2 ${flag} ${file}, line 1, column `);
  expect(text).toContain(`: ${words}`);
  expect(text).toMatch(/; correct the file$/);
});

it.each([
  ["a plain list", '[\n  { "kind": "cut" },\n  { "kind": "cut", "count": 0 }\n]', 3, 20],
  ["a rule alone", '{ "kind": "cut",\n  "count": 0 }', 2, 3],
  ["a list with its name", '{\n  "faults": [{ "kind": "cut" },\n    { "kind": "cut", "count": 0 }]\n}', 3, 22],
  ["a rule with its name", '{\n  "faults": { "kind": "cut",\n    "count": 0 }\n}', 3, 5],
  ["a plain list whose rule has no kind", '[\n  { "count": 0 }\n]', 2, 3],
])("--faults names line and column in %s", async (_what, text, line, column) => {
  const folder = await mkdtemp(join(tmpdir(), "sandbox-flags-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "given.json");
  await writeFile(file, text);
  expect(await said("--faults", file)).toContain(`2 --faults ${file}, line ${line}, column ${column}: faults[`);
});

it("--market names the line of the record", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sandbox-flags-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "given.ndjson");
  await writeFile(file, '{ "kind": "deal" }\n');
  const what = `2 --market ${file}: given.ndjson:1: `;
  expect(await said("--market", file)).toBe(`${what}a record of the kind deal must have the key at; correct the file`);
  await writeFile(file, '{ "kind": "deal" }');
  expect(await said("--market", file)).toBe(
    `${what}the last line must end with a line break: the file seems to be cut off; correct the file`,
  );
});

it("--history and steps that move agents are refused together with --market, since they would do nothing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sandbox-flags-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "market.ndjson");
  const [pair, at, asks, bids] = ["4BTC_USDT", 1, [["50001", "1"]], [["50000", "1"]]];
  await writeFile(file, `${JSON.stringify({ kind: "snapshot", at, pair, asks, bids })}\n`);
  expect(await said("--market", file)).toBe("taken");
  expect(await said("--market", file, "--history", "0")).toBe("taken");
  expect(await said("--market", file, "--history", "2d")).toBe(
    `2 --history 172800000: it must be 0 or absent where the market comes from outside: it has no past of its own${help}`,
  );
  expect(await said("--market", file, "--scenario", "crash")).toMatch(
    /^2 --scenario crash: steps\[0\]\.do must be a step that acts on a market from outside: /,
  );
  expect(await said("--market", file, "--scenario", "trading-halt")).toBe("taken");
});

const scenario = `{
  "name": "bad day",
  "steps": [
    { "atMs": 0, "do": "halt", "says": 1 },
    {
      "do": "move-index",
      "atMs": 5,
      "by": "-2"
    },
    { "atMs": 9, "do": "faults", "faults": [{ "kind": "cut" }, { "kind": "cut", "count": 0 }] }
  ]
}
`;

it.each<[string, string, string]>([
  ["a key that a step has not", scenario, "line 4, column 32: steps[0].says must be a known key"],
  ["a value out of bounds", scenario.replace(', "says": 1', ""), "line 8, column 7: steps[1].by must be "],
  [
    "a rule in a step",
    scenario.replace(', "says": 1', "").replace("-2", "-0.2"),
    "line 10, column 81: steps[2].faults[1].count must be ",
  ],
  [
    "an account that the venue does not have",
    '{ "steps": [\n  { "atMs": 0, "do": "restrict", "account": 100002 }] }',
    "line 2, column 34: steps[0].account must be `demo`, or the number of an account that the venue has already",
  ],
  [
    "a coin that nobody has",
    '{ "steps": [\n  { "atMs": 0, "do": "credit", "account": "demo",\n    "coin": "USTD", "amount": "1" }] }',
    "line 3, column 5: steps[0].coin must be a coin of the venue: BTC, ",
  ],
  ["a key that is missing", '{ "steps": [\n  { "do": "halt" }] }', "line 2, column 3: steps[0].atMs must be "],
  ["a key that no scenario has", '{\n  "steps": [],\n  "title": "x"\n}', "line 3, column 3: "],
  ["no scenario at all", "\n  []", "line 2, column 3: "],
  [
    "no JSON",
    '{\n  "steps": [\n    { "atMs": 0 "do": "halt" }\n  ]\n}',
    "line 3, column 17: it must be a file of JSON",
  ],
  ["half a file", '{\n  "steps": [', "line 2, column 13: it must be a file of JSON"],
])("--scenario names line and column of %s", async (_what, text, words) => {
  const folder = await mkdtemp(join(tmpdir(), "sandbox-flags-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "given.json");
  await writeFile(file, text);
  expect(await said("--scenario", file)).toContain(`2 --scenario ${file}, ${words}`);
});

it("never shows a token", async () => {
  expect(await said("--operator-token", "secret")).toMatch(/^2 --operator-token or DEPTHWIRE_OPERATOR_TOKEN: it must/);
});

const usage = (message: string): string | undefined =>
  refusalOf(new CommanderError(1, "commander.error", message), {})?.text;

it.each([
  ["error: option '--port <number>' argument 'x' is invalid. It must be whole.", `--port x: it must be whole${help}`],
  [
    "error: option '--host <address>' argument 'a\nb' is invalid. It must be one.",
    `--host a\nb: it must be one${help}`,
  ],
  ["error: unknown option '--x'", `--x: there is no such option${help}`],
  ["error: unknown option '--prot'\n(Did you mean --port?)", "--prot: there is no such option; did you mean --port?"],
  ["error: unknown option '--x' and more", `unknown option '--x' and more${help}`],
  ["error: option '--port <number>' argument missing", `--port: its value is missing${help}`],
  ["error: option '--port <number>' argument missing too", `option '--port <number>' argument missing too${help}`],
  ["an error: too many. Expected one.", `an error: too many. Expected one${help}`],
])("says in its own words what the command line's reader says: %s", (message, text) => {
  expect(usage(message)).toBe(text);
});

it("has nothing to say after help and version", () => {
  expect(refusalOf(new CommanderError(0, "commander.version", "1.2.3"), {})).toBeUndefined();
});

it.each<[string, Partial<Flags>, string]>([
  ["depthIntervalMs", { depthInterval: 0 }, "--depth-interval 0"],
  ["plainBelowBytes", { plainBelow: 1 }, "--plain-below 1"],
  ["maxConnectionsPerAddress", { connectionsPerAddress: 2 }, "--connections-per-address 2"],
  ["olderState", { acceptOlderState: true }, "--accept-older-state"],
  ["allowOrigins", { allowOrigin: ["a", "b"] }, "--allow-origin a,b"],
  ["historyMs", {}, "--history"],
  ["operatorToken", { operatorTokenFile: "file" }, "--operator-token-file file"],
  ["operatorToken", { operatorToken: "secret" }, "--operator-token or DEPTHWIRE_OPERATOR_TOKEN"],
])("calls %s as it was typed", (option, flags, typed) => {
  const error = new ValidationError("option-invalid", { option, rule: "right" });
  expect(refusalOf(error, flags)).toEqual({ text: `${typed}: it must be right${help}`, exitCode: 2 });
});

it("says what the system said, however deep it stands", () => {
  const system = new Error("outer", { cause: new Error("inner") });
  const error = new ValidationError("option-invalid", { option: "terms", rule: "a file" }, { cause: system });
  expect(refusalOf(error, { terms: "t" })?.text).toBe(`--terms t: it must be a file (inner)${help}`);
  const plain = new ValidationError("option-invalid", { option: "terms.fee", rule: "a rate" }, { cause: "a word" });
  expect(refusalOf(plain, { terms: "t" }, () => ({ line: 2, column: 3 }))?.text).toBe(
    "--terms t, line 2, column 3: fee must be a rate; correct the file",
  );
});

it.each([
  [new Error("broken"), "broken"],
  ["a word", "a word"],
])("ends with 1 for what is no fault of the command line: %s", (error, text) => {
  expect(refusalOf(error, {})).toEqual({ text, exitCode: 1 });
});
