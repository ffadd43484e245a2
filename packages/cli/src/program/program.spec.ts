import { describe, expect, it } from "vitest";
import { runCommandLine } from "../command-scene.spec-kit.js";
import { exitCodeMeanings, exitCodes } from "./exit-codes.js";
import { nearest } from "./nearest.js";

describe("the command line", () => {
  it("lists every command and every exit code in its help", async () => {
    const { out, exitCode } = await runCommandLine(["--help"]);
    expect(exitCode).toBe(exitCodes.done);
    for (const [name, meaning] of Object.entries(exitCodeMeanings)) {
      expect(out.replaceAll(/\s+/g, " ")).toContain(`${exitCodes[name as keyof typeof exitCodes]} ${meaning}`);
    }
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  it("names the nearest command where there is none of that name", async () => {
    const { err, exitCode } = await runCommandLine(["sandbx"]);
    expect(err).toMatch(/Did you mean sandbox/);
    expect(exitCode).toBe(exitCodes.usage);
  });

  it.each([
    ["sandbx --help", "sandbox"],
    ["--help sandbx", "sandbox"],
    ["help sandbx", "sandbox"],
    ["sandbx -h --json", "sandbox"],
    ["key lst --help", "list"],
    ["help key lst", "list"],
  ])("refuses an unknown command where help is wanted, too: %s", async (line, meant) => {
    const { err, out, exitCode } = await runCommandLine(line.split(" "));
    expect(exitCode).toBe(exitCodes.usage);
    expect(`${err}${out}`).toContain(`Did you mean ${meant}?`);
  });

  it("shows the help of what there is", async () => {
    for (const line of ["plot --help", "help plot", "key --help", "key list --help", "help key", "call --help"]) {
      expect(await runCommandLine(line.split(" "))).toMatchObject({ exitCode: 0, err: "" });
    }
  });

  it("says the same as an envelope with --json", async () => {
    const { envelopes, exitCode } = await runCommandLine(["nothing-like-it", "--json"]);
    expect(envelopes).toMatchObject([{ kind: "error", error: { code: "usage" }, exitCode: exitCodes.usage }]);
    expect(exitCode).toBe(exitCodes.usage);
  });

  it("asks for a command where none is given", async () => {
    expect(await runCommandLine([])).toMatchObject({
      exitCode: exitCodes.usage,
      err: expect.stringContaining("Name a command"),
    });
  });
});

describe("the nearest name", () => {
  it("forgives case, dashes, swaps and single letters, and offers nothing where nothing is near", () => {
    const pairs = ["4BTC_USDT", "4ETH_USDT", "LTC_USDT"];
    expect(nearest("4btc-usdt", pairs)).toBe("4BTC_USDT");
    expect(nearest("4ETH_UDST", pairs)).toBe("4ETH_USDT");
    expect(nearest("placeOder", ["placeOrder", "cancelOrder"])).toBe("placeOrder");
    expect(nearest("zzz", pairs)).toBeUndefined();
  });
});
