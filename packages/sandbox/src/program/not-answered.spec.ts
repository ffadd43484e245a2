import { CommanderError } from "commander";
import { expect, it } from "vitest";
import { notAnswered } from "./not-answered.js";

it("adds nothing to a help that was printed, and says what is wrong with a command line", () => {
  expect(notAnswered(new CommanderError(0, "commander.helpDisplayed", "(outputHelp)"))).toEqual({
    text: "",
    exitCode: 0,
  });
  expect(notAnswered(new CommanderError(1, "commander.unknownOption", "error: unknown option '--x'"))).toEqual({
    text: "error: unknown option '--x'\n",
    exitCode: 2,
  });
});

it.each([
  [new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") }), "connect ECONNREFUSED"],
  [new TypeError("bad address"), "bad address"],
  [new TypeError("bad address", { cause: "whatever" }), "bad address"],
  ["a word", "a word"],
])("says why nobody answered: %s", (error, reason) => {
  expect(notAnswered(error)).toEqual({
    text: `No sandbox answered: ${reason}; --venue says where it listens\n`,
    exitCode: 1,
  });
});
