import { createServer } from "node:net";
import { errorCodes, type Logger, TransportError, ValidationError } from "@depthwire/core";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Accelerator } from "../accelerator.js";
import { KeyRefused } from "../keys/key-refused.js";
import { describeAsJson, describe as describeStarted, type Started } from "./describe.js";
import { endingFor } from "./ending-for.js";
import { type Asked, parseFlags } from "./flags.js";
import { nextFreePort } from "./free-port.js";
import { endingOf } from "./refusal-text.js";
import { noticingVenue } from "./venue-notice.js";

const parse = (...argv: readonly string[]): Asked => parseFlags(argv, "1.2.3", "desk");

describe("what ends the program is said with what to do", () => {
  const refused = (option: string) => new ValidationError("option-invalid", { option, rule: "better" });

  it.each([
    ["acceptOlderState", "accept-older-state"],
    ["allowHosts", "allow-host"],
    ["allowOrigins", "allow-origin"],
    ["passphraseFile", "passphrase-file"],
    ["passphraseDescriptor", "passphrase-descriptor"],
    ["restAddress", "venue"],
    ["addresses", "push"],
    ["serviceName", "service-name"],
    ["bind", "bind"],
    ["port", "port"],
  ])("of the option %s by its flag", (option, flag) => {
    expect(endingOf(refused(option), undefined)).toEqual({
      text: `--${flag}: it must be better; --help lists the options`,
      exitCode: 2,
    });
  });

  it("of a port that is taken by the next one that is free, and of everything else in its words", async () => {
    expect(endingOf(refused("port"), 8081)).toEqual({
      text: "--port: another program has this port; 8081 is free: --port 8081",
      exitCode: 1,
    });
    expect(endingOf(refused("bind"), 8081)).toMatchObject({ exitCode: 2 });
    expect(endingOf(new KeyRefused("x", "Nothing was kept"), undefined)).toEqual({
      text: "Nothing was kept.",
      exitCode: 1,
    });
    const aborted = new TransportError("aborted", {});
    const { remedy } = errorCodes.aborted;
    expect(endingOf(aborted, undefined)).toEqual({ text: `${aborted.message}. ${remedy}`, exitCode: 1 });
    expect(endingOf(new Error("as it is"), undefined)).toEqual({ text: "as it is", exitCode: 1 });
    expect(endingOf("bare", undefined)).toEqual({ text: "bare", exitCode: 1 });
  });

  it("of a port that is taken, where the program was to run", async () => {
    const server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { readonly port: number };
    const { text } = await endingFor(refused("port"), parse("--port", String(port)));
    const [, next] = /another program has this port; (\d+) is free: --port \1$/.exec(text) ?? [];
    expect(Number(next)).toBeGreaterThan(port);
    expect(await nextFreePort(port - 1, "127.0.0.1")).not.toBe(port);
    expect(await nextFreePort(65_535, "127.0.0.1")).toBeUndefined();
    expect(await endingFor(refused("port"), parse("key", "list"))).toMatchObject({ exitCode: 2 });
    expect(await endingFor(refused("venue"), parse())).toMatchObject({ exitCode: 2 });
  });
});

it("a person is told once that the venue is not reached, whoever found it, and the log has everything", () => {
  const logged: string[] = [];
  const logger: Logger = { log: (...words) => void logged.push(JSON.stringify(words)) };
  const told: string[] = [];
  const begin = () => noticingVenue(logger, "http://v", (words) => told.push(words));
  const quiet = begin();
  quiet.log("warn", "call-repeated", { cause: "timed-out" });
  quiet.log("warn", "something-else", { cause: "connect-failed", reason: "connect-failed" });
  quiet.log("info", "book-status", { cause: "connect-failed", reason: "connecting" });
  expect(told).toEqual([]);
  for (const cause of ["connect-failed", "connection-failed", "tls-failed", "upgrade-refused"]) {
    const one = begin();
    one.log("warn", "call-repeated", { cause });
    one.log("warn", "call-repeated", { cause });
    expect(told.splice(0)).toEqual([`venue not reached: http://v (${cause}). It is tried again until it answers.`]);
  }
  begin().log("info", "book-status", { reason: "tls-failed" });
  expect(told).toEqual([expect.stringContaining("(tls-failed)")]);
  expect(logged).toHaveLength(12);
  expect(logged.at(-1)).toBe('["info","book-status",{"reason":"tls-failed"}]');
});

describe("what was started is described", () => {
  const accelerator = {
    url: "http://127.0.0.1:7",
    port: 7,
    account: {},
    replay: undefined,
    pageAddress: () => "http://127.0.0.1:7/app",
  };
  const token = { token: "canary", file: "/f/token", isNew: false };
  const started = (fields: Partial<Started>, own: object = {}): Started => ({
    accelerator: { ...accelerator, ...own } as unknown as Accelerator,
    token,
    venue: "http://v",
    access: "trade",
    recording: undefined,
    pair: "4BTC_USDT",
    ...fields,
  });

  it("with its token by the file, and commands that carry it", () => {
    expect(describeStarted(started({}))).toBe(
      [
        "The accelerator is open before http://v (trade). Ctrl-C ends it.",
        "",
        "  address     http://127.0.0.1:7",
        "  dashboard   http://127.0.0.1:7/app   (opens once, within ten minutes)",
        "  token       in /f/token",
        "",
        "What to try next:",
        "",
        '  curl -H "x-depthwire-token: $(cat /f/token)" http://127.0.0.1:7/health',
        '  curl -H "x-depthwire-token: $(cat /f/token)" "http://127.0.0.1:7/book/4BTC_USDT?levels=3"',
        '  curl -H "x-depthwire-token: $(cat /f/token)" http://127.0.0.1:7/',
        "",
      ].join("\n"),
    );
  });

  it("with a new token as it is, once; without a token, or a key, or a pair, in so many words", () => {
    const fresh = describeStarted(started({ token: { ...token, isNew: true } }));
    expect(fresh).toContain("  token       canary   (shown once; kept in /f/token)\n");
    const open = describeStarted(started({ token: undefined, pair: undefined, access: "read-only" }));
    expect(open).toContain("(read-only)");
    expect(open).toContain(
      "  token       none is wanted: every user of this computer may read the account and trade; nobody may withdraw\n",
    );
    expect(open).toContain("  dashboard   http://127.0.0.1:7/app\n");
    expect(open).toContain('  curl "http://127.0.0.1:7/v3.1/cquery/buValue"\n');
    expect(describeStarted(started({}, { account: undefined }))).toContain("(no key: public reads alone)");
  });

  it("with where it records, and what it replays", () => {
    const recording = { directory: "/r", goesOn: false };
    expect(describeStarted(started({ recording }))).toContain("  recording   in /r\n");
    expect(describeStarted(started({ recording: { ...recording, goesOn: true } }))).toContain(
      "  recording   in /r, behind the recording that is there\n",
    );
    const replayed = describeStarted(started({ venue: "the recording in /r" }, { replay: () => ({ speed: 2 }) }));
    expect(replayed).toMatch(
      /^The accelerator is replaying the recording in \/r at speed 2: no key is loaded, nobody is asked; there is no account, and nothing is traded\. /,
    );
    expect(replayed).toContain(' "http://127.0.0.1:7/events"\n');
  });

  it("in one line of JSON for programs, without the token", () => {
    expect(describeAsJson(started({}))).toBe(
      '{"url":"http://127.0.0.1:7","port":7,"page":"http://127.0.0.1:7/app","tokenFile":"/f/token","venue":"http://v","access":"trade"}\n',
    );
    expect(describeAsJson(started({ token: undefined }))).not.toContain("tokenFile");
  });
});
