import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commands } from "./commands/index.js";
import { exitCodeMeanings, exitCodes } from "./program/exit-codes.js";
import { buildProgram } from "./program/program.js";
import { refusalCodes } from "./program/refused.js";

const page = readFileSync(new URL("../../../docs/guides/command.md", import.meta.url), "utf8");

describe("the guide of the command", () => {
  it("has every command, exit code and refusal", () => {
    const named = new Set(
      [...page.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell]) => cell?.match(/[a-z][a-z -]*/g) ?? []),
    );
    expect(commands.filter(({ name }) => !named.has(name)).map(({ name }) => name)).toEqual([]);
    for (const [name, meaning] of Object.entries(exitCodeMeanings)) {
      expect(page).toContain(`| ${exitCodes[name as keyof typeof exitCodes]} | ${meaning} |`);
    }
    expect(refusalCodes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
  });

  it("shows command lines that the command understands", () => {
    const lines = [...page.matchAll(/```sh(?: [^\n]*)?\n([^`]*)```/g)].flatMap(
      ([, block]) => block?.trim().split("\n") ?? [],
    );
    const typed = lines.filter((line) => line.startsWith("depthwire "));
    expect(typed.length).toBeGreaterThan(3);
    for (const line of typed) {
      const argv = line.split(" ").slice(1);
      const program = buildProgram(commands, "0", { out: () => {}, err: () => {} }, () => {});
      expect(() => program.parse(argv, { from: "user" }), line).not.toThrow();
    }
  });
});
