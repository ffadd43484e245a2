import { expect, it } from "vitest";
import { answerQuestions, type Question } from "../spec-support/asked-venue.js";
import { holdStreams, inOneLine } from "../spec-support/streams.js";
import { steerSnapshots } from "./steer-snapshots.js";

const steer = (...argv: readonly string[]): ReturnType<typeof steerSnapshots> =>
  steerSnapshots(argv, "venue", undefined);

it.each<[string, string, string, unknown?]>([
  ["", "GET", "snapshots"],
  ["list", "GET", "snapshots"],
  ["take start", "POST", "snapshots", { name: "start" }],
  ["go-back a/b", "POST", "snapshots/a%2Fb/go-back", {}],
  ["fork a/b", "POST", "snapshots/a%2Fb/fork", {}],
  ["fork start --port 9", "POST", "snapshots/start/fork", { port: 9 }],
  ["remove a/b", "DELETE", "snapshots/a%2Fb"],
  ["end-fork 9/1", "DELETE", "forks/9%2F1"],
])("asks for %s", async (line, method, path, body) => {
  const questions = answerQuestions("{}");
  await steer(...line.split(" ").filter((word) => word !== ""));
  const question: Question = {
    url: `http://127.0.0.1:8090/_sandbox/${path}`,
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body }),
  };
  expect(questions).toEqual([question]);
});

const at = "2026-01-31T08:00:00.000Z";

it.each<[string, object, string]>([
  ["list", { snapshots: [], forks: [] }, "There are no snapshots\n"],
  ["list", {}, "There are no snapshots\n"],
  [
    "list",
    {
      snapshots: [
        { name: "a", at, bytes: 10 },
        { name: "start", at, bytes: 2000 },
      ],
      forks: [{ snapshot: "a", port: 1, restUrl: "http://a:1" }],
    },
    `a      ${at}  10 bytes\nstart  ${at}  2000 bytes\nA venue from a runs at http://a:1\n`,
  ],
  ["list", { forks: [{ snapshot: "a", port: 1, restUrl: "http://a:1" }] }, "A venue from a runs at http://a:1\n"],
  ["take a", { snapshot: { name: "a", at } }, `Took a at ${at}\n`],
  ["go-back a", { snapshot: { name: "a", at } }, `It is ${at} again, as in a\n`],
  [
    "fork a",
    { fork: { snapshot: "a", restUrl: "http://a:1", pushUrl: "ws://a:1/cbu" }, snapshot: { name: "a", at } },
    "A venue from a runs at http://a:1, push at ws://a:1/cbu\n",
  ],
])("says of the answer to %s: %j", async (line, answer, text) => {
  answerQuestions(JSON.stringify(answer));
  expect(await steer(...line.split(" "))).toEqual({ text, exitCode: 0 });
  expect(await steer(...line.split(" "), "--json")).toEqual({ text: `${JSON.stringify(answer)}\n`, exitCode: 0 });
});

it("sends the operator's token, to the venue that is named", async () => {
  const questions = answerQuestions("{}");
  await steerSnapshots(["--venue", "http://a:1"], "venue", "secret");
  expect(questions).toMatchObject([
    { url: "http://a:1/_sandbox/snapshots", headers: { authorization: "Bearer secret" } },
  ]);
});

it.each(["take", "go-back", "fork", "remove", "end-fork"])("asks nobody for %s without a name", async (what) => {
  const questions = answerQuestions("{}");
  expect(await steer(what)).toEqual({ text: `snapshots ${what}: the name of the snapshot is missing\n`, exitCode: 2 });
  expect(questions).toEqual([]);
});

it("knows nothing else to do, and says so in one place", async () => {
  const streams = holdStreams();
  const choices = "Allowed choices are list, take, go-back, fork, remove, end-fork.";
  expect(await steer("keep")).toEqual({
    text: `error: command-argument value 'keep' is invalid for argument 'do'. ${choices}\n`,
    exitCode: 2,
  });
  expect(streams.err).toBe("");
});

it("prints its help", async () => {
  const streams = holdStreams();
  expect(await steer("--help")).toEqual({ text: "", exitCode: 0 });
  expect(inOneLine(streams.out)).toBe(
    inOneLine(`
Usage: venue snapshots [options] [do] [name]

Snapshots of a sandbox that runs: takes them, goes back to one, begins a second venue from one

Arguments:
  do what to do (choices: "list", "take", "go-back", "fork", "remove", "end-fork", default: "list")
  name the snapshot's name; of end-fork the fork's port

Options:
  --venue <address> where the sandbox listens (default: "http://127.0.0.1:8090")
  --port <number> of fork: its port; any free one by default
  --json print the answer as it comes
  -h, --help display help for command

The operator's token, where there is one, is taken from DEPTHWIRE_OPERATOR_TOKEN.`),
  );
});
