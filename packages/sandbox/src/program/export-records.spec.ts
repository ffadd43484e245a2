import { expect, it } from "vitest";
import { answerQuestions } from "../spec-support/asked-venue.js";
import { holdStreams, inOneLine } from "../spec-support/streams.js";
import { exportRecords } from "./export-records.js";

const print = (...argv: readonly string[]): ReturnType<typeof exportRecords> => exportRecords(argv, "venue", "secret");

it("asks the usual venue for all of a table as CSV, and prints it as it comes", async () => {
  const questions = answerQuestions("id\n1\n");
  expect(await print("fills")).toEqual({ text: "id\n1\n", exitCode: 0 });
  expect(questions).toEqual([
    {
      url: "http://127.0.0.1:8090/_sandbox/exports/fills?format=csv",
      method: "GET",
      headers: { "content-type": "application/json", authorization: "Bearer secret" },
    },
  ]);
});

it("asks another venue for one account's as JSON, and ends the line", async () => {
  const questions = answerQuestions("[]");
  const line = ["equity", "--venue", "http://a:1", "--format", "json", "--account", "100001"];
  expect(await print(...line)).toEqual({ text: "[]\n", exitCode: 0 });
  expect(questions[0]?.url).toBe("http://a:1/_sandbox/exports/equity?format=json&account=100001");
});

it("says what is wrong with a command line, and asks nobody", async () => {
  const questions = answerQuestions("");
  const choices = "Allowed choices are fills, orders, ledger, equity, liquidations.";
  expect(await print("trades")).toEqual({
    text: `error: command-argument value 'trades' is invalid for argument 'what'. ${choices}\n`,
    exitCode: 2,
  });
  expect(await print()).toEqual({ text: "error: missing required argument 'what'\n", exitCode: 2 });
  expect(await print("fills", "--format", "xml")).toEqual({
    text: "error: option '--format <name>' argument 'xml' is invalid. Allowed choices are csv, json.\n",
    exitCode: 2,
  });
  expect(questions).toEqual([]);
});

it("prints its help", async () => {
  const streams = holdStreams();
  expect(await print("--help")).toEqual({ text: "", exitCode: 0 });
  expect(inOneLine(streams.out)).toBe(
    inOneLine(`
Usage: venue export [options] <what>

Prints what is on record of a sandbox that runs

Arguments:
  what what to print (choices: "fills", "orders", "ledger", "equity", "liquidations")

Options:
  --venue <address> where the sandbox listens (default: "http://127.0.0.1:8090")
  --format <name> how it is written (choices: "csv", "json", default: "csv")
  --account <number> of this account alone
  -h, --help display help for command

The operator's token, where there is one, is taken from DEPTHWIRE_OPERATOR_TOKEN.`),
  );
});
