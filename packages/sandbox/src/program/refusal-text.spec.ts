import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
