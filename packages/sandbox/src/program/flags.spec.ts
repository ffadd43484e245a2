import { expect, it } from "vitest";
import { holdStreams, inOneLine } from "../spec-support/streams.js";
import { type Flags, parseFlags } from "./flags.js";

const parse = (...argv: readonly string[]): Flags => parseFlags(argv, "1.2.3", "venue");

const usual: Flags = {
  host: "127.0.0.1",
  allowHost: [],
  allowOrigin: [],
  dataAtLeast: 0,
  durability: "process",
  profile: "documented",
  serviceName: "svc",
  depthInterval: 100,
  rate: 0,
  requests: 30,
  timestampTolerance: 30_000,
  ids: "small",
  plainBelow: 256,
};

it("has the usual values where nothing is typed", () => {
  expect(parse()).toEqual(usual);
});

it.each<[string, Partial<Flags>]>([
  ["--port 0 --pairs 12 --seed -5", { port: 0, pairs: 12, seed: -5 }],
  ["--pairs 4BTC_USDT,5BTC_USD", { pairs: ["4BTC_USDT", "5BTC_USD"] }],
  ["--pairs 4BTC_USDT", { pairs: ["4BTC_USDT"] }],
  ["--pairs 5x", { pairs: ["5x"] }],
  ["--data d --data-at-least 7 --accept-older-state", { data: "d", dataAtLeast: 7, acceptOlderState: true }],
  ["--durability relaxed", { durability: "relaxed" }],
  ["--durability machine", { durability: "machine" }],
  ["--profile deployed --service-name abc", { profile: "deployed", serviceName: "abc" }],
  ["--depth-interval 20 --rate 5 --plain-below 0", { depthInterval: 20, rate: 5, plainBelow: 0 }],
  ["--tolerant --unique-client-ids --refuse-replays", { tolerant: true, uniqueClientIds: true, refuseReplays: true }],
  ["--requests 0 --timestamp-tolerance 5", { requests: 0, timestampTolerance: 5 }],
  ["--ids large --json --credential-file k", { ids: "large", json: true, credentialFile: "k" }],
  ["--faults f --terms t --latency l --scenario s", { faults: "f", terms: "t", latency: "l", scenario: "s" }],
  [
    "--market m --market-speed 100000 --market-end hold --queue front",
    { market: "m", marketSpeed: 100_000, marketEnd: "hold", queue: "front" },
  ],
  ["--market-speed 0.001 --market-end loop", { marketSpeed: 0.001, marketEnd: "loop" }],
  ["--market-speed 1.000001 --queue proportional", { marketSpeed: 1.000001, queue: "proportional" }],
  ["--history 30d", { history: 2_592_000_000 }],
  ["--history 12h", { history: 43_200_000 }],
  ["--history 90m", { history: 5_400_000 }],
  ["--history 999999s", { history: 999_999_000 }],
  ["--history 0", { history: 0 }],
])("takes %s", (line, flags) => {
  expect(parse(...line.split(" "))).toEqual({ ...usual, ...flags });
});

const wholeNumber = "it must be a whole number";
const span = "it must be a time such as 30d, 12h, 90m, or 0";
const speed = "it must be a number from 0.001 to 100000";

it.each<[string, string]>([
  ["--seed=x1", wholeNumber],
  ["--seed=1x", wholeNumber],
  ["--seed=", wholeNumber],
  ["--seed=1.5", wholeNumber],
  ["--seed=1234567890123456", wholeNumber],
  ["--history=5", span],
  ["--history=5w", span],
  ["--history=x5d", span],
  ["--history=5dd", span],
  ["--history=1234567d", span],
  ["--history=-1d", span],
  ["--market-speed=0.0001", speed],
  ["--market-speed=100000.5", speed],
  ["--market-speed=x1", speed],
  ["--market-speed=1x", speed],
  ["--market-speed=1.", speed],
  ["--market-speed=1.1234567", speed],
  ["--durability=none", "Allowed choices are relaxed, process, machine"],
  ["--ids=tiny", "Allowed choices are small, large"],
])("refuses %s", (word, rule) => {
  expect(() => parse(word)).toThrow(rule);
});

it("ends after its version, and after its help, which says everything", () => {
  const streams = holdStreams();
  expect(() => parse("--version")).toThrow(expect.objectContaining({ exitCode: 0 }));
  expect(streams.out).toBe("1.2.3\n");
  expect(() => parse("--help")).toThrow(expect.objectContaining({ exitCode: 0 }));
  expect(inOneLine(streams.out)).toBe(`1.2.3 ${inOneLine(help)}`);
  expect(streams.err).toBe("");
});

const help = `
Usage: venue [options]

An exchange of your own: order books that move, REST and push on one port

Options:
  --host <address> address to listen at (default: "127.0.0.1")
  --allow-host <name> a name that clients may call it by; may be repeated (default: [])
  --allow-origin <origin> an origin whose pages may use it; may be repeated (default: [])
  --operator-token <token> the operator must send it; others on this machine can see it here (env: DEPTHWIRE_OPERATOR_TOKEN)
  --operator-token-file <file> the same, from a file that only its owner may read
  --connections-per-address <number> open at once
  --messages-per-second <number> that a push client may send; 0: any
  --subscriptions-per-second <number> repeated ones too; 0: any
  --faults <file> a plan of faults as JSON: one rule, a list, or {"faults": [...]}
  --terms <file> leverage brackets, fees, limits, price band, insurance, funding period, as JSON
  --history <time> how far back the agents' candles and deals go at the start, such as 30d, 12h or 0; 2d by default
  --latency <file> how long requests, answers and pushed messages take, by account, as JSON
  --scenario <name or file> what happens when: one of those that \`scenarios\` lists, or a file of JSON
  --market <file or directory> play a recorded market in place of the agents: newline-delimited JSON, gzip or plain
  --market-speed <number> how many of its milliseconds pass in one of the sandbox's; 1 by default
  --market-end <what> after its last record the books are empty (the default), stay, or begin again (choices: "empty", "hold", "loop")
  --queue <rule> where your waiting orders stand among the recorded ones; behind-all by default
    (choices: "behind-all", "proportional", "front")
  --port <number> port for HTTP and WebSocket, 0 for any free one; by default 8090 if it is free
  --pairs <number or names> number of USDT-margined pairs, or names separated by commas; all by default
  --seed <number> determines the market (1 by default) and, when given, keys and secrets too
  --data <directory> keep everything in this directory: the next start continues where this one ends
  --data-at-least <command> refuse a directory that did not reach this command; 1 refuses to begin a new venue (default: 0)
  --accept-older-state continue from what can be read, even if acknowledged commands are missing
  --durability <name> what a crash may lose (choices: "relaxed", "process", "machine", default: "process")
  --profile <name> behave like the documents, or like real deployments (choices: "documented", "deployed", default: "documented")
  --service-name <name> the deployment's name in header and channel names (default: "svc")
  --depth-interval <ms> time between two depth messages of a pair (default: 100)
  --rate <frames> extra depth frames a second for load, over all pairs listened to (default: 0)
  --tolerant also accept the forms of requests that deployments accept
  --requests <number> requests allowed to one key or address in 5 s; 0 allows any number (default: 30)
  --timestamp-tolerance <ms> largest error of a signed timestamp (default: 30000)
  --unique-client-ids refuse an order whose client id another order has
  --ids <size> ids of orders below 2^53, or above it (choices: "small", "large", default: "small")
  --plain-below <bytes> data messages shorter than this are not compressed (default: 256)
  --refuse-replays accept each signature only once
  --credential-file <file> put the demo account's key there, of mode 0600, until it ends; at another port than the usual one, beside it
  --json print one line of JSON instead of text
  --version print the version
  -h, --help display help for command

In place of options: scenarios [name | --schema] lists the scenarios that come along, shows one, or shows the schema of such files;
export <what> prints fills, orders, ledger, equity or liquidations of a sandbox that runs (export --help); snapshots takes snapshots of it,
goes back to one or begins a second venue from one (snapshots --help); clock says its time, lets it stand, run or pass at once (clock --help).

Exit codes: 0 after Ctrl-C; 1 when it could not start, or could not keep what happened; 2 when the command line is wrong.
`;
