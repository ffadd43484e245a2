import { homedir } from "node:os";
import { join } from "node:path";
import type { CommanderError } from "commander";
import { describe, expect, it, vi } from "vitest";
import { type Asked, parseFlags } from "./flags.js";
import { usageEnding } from "./usage-text.js";

const folder = join(homedir(), ".depthwire");
const parse = (...argv: readonly string[]): Asked => parseFlags(argv, "1.2.3", "desk");

/** What is printed before the program ends, and what the end says. */
function ended(...argv: readonly string[]): {
  readonly printed: string;
  readonly ending: ReturnType<typeof usageEnding>;
} {
  let printed = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    parse(...argv);
  } catch (error) {
    return { printed, ending: usageEnding(error as CommanderError) };
  } finally {
    write.mockRestore();
  }
  throw new Error("it goes on");
}

describe("the command line", () => {
  it("that says nothing asks for the usual", () => {
    expect(parse()).toEqual({
      kind: "run",
      flags: {
        port: 8080,
        bind: "127.0.0.1",
        serviceName: "svc",
        protocol: "prefix",
        pairs: [],
        account: "default",
        folder,
        allowHost: [],
        allowOrigin: [],
        token: true,
      },
    });
  });

  it("says everything by flags", () => {
    const words =
      "--port 0 --bind ::1 --venue http://v --push ws://p --service-name desk --protocol channel --pairs A,,B --read-only " +
      "--data d --accept-older-state --record r --tolerance 2.5 --cancel-on-exit --allow-host one --allow-host two " +
      "--allow-origin o --no-token --json --account main --folder f --passphrase-file p --passphrase-descriptor 3";
    expect(parse(...words.split(" ")).flags).toEqual({
      port: 0,
      bind: "::1",
      venue: "http://v",
      push: "ws://p",
      serviceName: "desk",
      protocol: "channel",
      pairs: ["A", "B"],
      readOnly: true,
      data: "d",
      acceptOlderState: true,
      record: "r",
      tolerance: 2.5,
      cancelOnExit: true,
      allowHost: ["one", "two"],
      allowOrigin: ["o"],
      token: false,
      json: true,
      account: "main",
      folder: "f",
      passphraseFile: "p",
      passphraseDescriptor: 3,
    });
    expect(parse("--sandbox").flags).toMatchObject({ sandbox: true });
    expect(parse("--replay", "r", "--speed", "0.5").flags).toMatchObject({ replay: "r", speed: 0.5 });
  });

  it.each([
    ["put", "put-key"],
    ["list", "list-keys"],
    ["remove", "remove-key"],
  ])("asks with key %s for one thing about keys", (word, kind) => {
    expect(parse("key", word, "--account", "main")).toEqual({ kind, flags: { account: "main", folder } });
    expect(parse("key", word)).toMatchObject({ flags: { account: "default" } });
  });

  it("seals a key where that is asked for", () => {
    expect(parse("key", "put", "--seal").flags).toMatchObject({ seal: true });
  });

  it.each([
    [["--port", "65536"], /--port.*it must be a whole number up to 65535/],
    [["--port", "1.5"], /--port.*whole number/],
    [["--port", "x80"], /--port.*whole number/],
    [["--port", "80x"], /--port.*whole number/],
    [["--speed", "0"], /--speed.*it must be a number above 0, such as 1 or 0\.5/],
    [["--speed", "-1"], /--speed.*above 0/],
    [["--speed", "1x"], /--speed.*above 0/],
    [["--speed", "0.0000001"], /--speed.*above 0/],
    [["--tolerance", "soon"], /--tolerance.*it must be a number of seconds, such as 30/],
    [["--tolerance", "x1"], /--tolerance.*seconds/],
    [["--tolerance", "1.2345"], /--tolerance.*seconds/],
    [["--protocol", "smoke"], /--protocol.*prefix, channel/],
    [["--sandboxes"], /^unknown option '--sandboxes'/],
    [["key", "burn"], /^unknown command 'burn'/],
    [["key", "list", "--seal"], /^unknown option '--seal'/],
    ...["--venue", "--push"].map((flag): [string[], RegExp] => [
      ["--sandbox", flag, "x"],
      new RegExp(`--sandbox.*${flag}`),
    ]),
    ...["--record", "--venue", "--push", "--data"].map((flag): [string[], RegExp] => [
      ["--replay", "x", flag, "y"],
      /cannot be used with/,
    ]),
    [["--replay", "x", "--sandbox"], /cannot be used with/],
    [["--replay", "x", "--cancel-on-exit"], /cannot be used with/],
  ])("%j is refused with 2, and what to do", (argv, words) => {
    expect(ended(...argv)).toEqual({
      printed: "",
      ending: { text: expect.stringMatching(words), exitCode: 2 },
    });
    expect(ended(...argv).ending?.text).toMatch(/; --help lists the options$/);
  });

  it("has a sentence for each of its options and commands", () => {
    for (const argv of [["--help"], ["key", "--help"], ["key", "put", "--help"]]) {
      const { printed, ending } = ended(...argv);
      expect(ending).toBeUndefined();
      const [head, ...rest] = printed.split("\n\n");
      expect(head).toMatch(/^Usage: desk /);
      expect(rest[0]).toMatch(/^[\w ,:]{10,}/);
      const lines = printed
        .replace(/\n {20,}/g, " ")
        .matchAll(/^ {2}(-[^\s,]+(?:, --\S+)?(?: <\w+>)?|[a-z]+(?: \[\w+\])*) *(.*)$/gm);
      for (const [line, , sentence = ""] of lines) {
        expect(sentence.replace(/^\(.*\)$/, "").length, line).toBeGreaterThan(8);
      }
    }
  });

  it("tells its version", () => {
    expect(ended("--version")).toEqual({ printed: "1.2.3\n", ending: undefined });
  });
});
