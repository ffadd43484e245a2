import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { TransportError, ValidationError } from "@depthwire/core";
import { expect, it, onTestFinished, vi } from "vitest";
import { runCommandLine } from "../command-scene.spec-kit.js";
import { allOperations } from "../operations/find-operation.js";
import { scratchDirectory } from "../recording-scene.spec-kit.js";
import { Transcript, textTranscript } from "../transcript.spec-kit.js";
import { EndedElsewhere, endingOf } from "./ending.js";
import { nearest } from "./nearest.js";
import { createOutput } from "./output.js";
import { readAll } from "./read-all.js";
import { Refused, refusalCodes } from "./refused.js";
import { stylesFor } from "./styles.js";
import { timeLimit } from "./time-limit.js";
import { unlessInterrupted } from "./unless-interrupted.js";

const pair = "4BTC_USDT";

it("command lines that are wrong are refused in words, with every bound of what an option takes", async () => {
  const told = new Transcript();
  const serve = ["relay", "serve", "--pairs", "all"];
  const lines: readonly (readonly string[])[] = [
    [],
    ["nothing"],
    ["relay"],
    ["relay", "srve"],
    ["key"],
    ["book"],
    ["book", pair, "--nothing"],
    ...["0", "-1", "1.5", "x", "", "9007199254740992"].map((levels) => ["book", pair, `--levels=${levels}`]),
    ...["0", "10", "5x", "1d", ""].map((within) => ["book", pair, `--within=${within}`]),
    ...["0.09", "100.1", "x", "-1", "1e1"].map((hz) => [...serve, `--views-hz=${hz}`]),
    ...["0", "65", "1.5", "x"].map((threads) => [...serve, `--threads=${threads}`]),
    ...["499", "x"].map((ms) => [...serve, `--lease-ms=${ms}`]),
    [...serve, "--standby", "hot"],
    [...serve, "--on-lease-loss", "cry"],
    [...serve, "--keep-in", "cloud"],
    [...serve, "--keep", "0"],
    [...serve, "--metrics", "x"],
    ...["s64", "07", "s05-s03", "s1", "", "s00-s99"].map((list) => [...serve, `--shards=${list}`]),
    ["relay", "serve"],
    ["relay", "serve", "--pairs", ""],
    ["mcp", "--query-seconds", "0"],
    ["mcp", "--query-seconds", "86401"],
    ["mcp", "--query-seconds", "soon"],
    ["mcp", "--max-value", "5"],
    ["mcp", "--no-ask"],
    ["mcp", "--allow-orders"],
    ["mcp", "--allow-orders", "--max-value", "5"],
    ...["0", "x", "-5", "5.", "1e3"].map((value) => [
      "mcp",
      "--allow-orders",
      `--max-value=${value}`,
      "--max-orders-per-minute=1",
    ]),
    ...["0", "1.5", "x"].map((count) => ["mcp", "--allow-orders", "--max-value=5", `--max-orders-per-minute=${count}`]),
    ["mcp", "--files", "nowhere"],
    ["mcp", "--venue", "nowhere"],
    ["plot", "recording", "--what", "love", "--out", "a.svg"],
    ["plot", "recording", "--out", "a.gif"],
    ["export", "recording", "--format", "xls"],
    ["query"],
    ["decode", "--form", "x"],
    ["sign", "--scheme", "x"],
    ["order", "hold", pair, "1", "--at", "1"],
    ["order", "buy", pair],
    ["order", "buy", pair, "1"],
    ["order", "buy", pair, "1", "--at", "1", "--leverage", "5", "--mode", "both"],
    ["assets", "moon"],
    ["resolve"],
    ["resolve", "1"],
    ["completion", "tcsh"],
    ["record", "dir"],
    ["replay", "dir", "--speed", "-1"],
    ["tail"],
    ["tail", "depth"],
    ["tail", "depht:4BTC_USDT"],
    ["tail", "kline:4BTC_USDT:7min"],
    ["tail", "kline:4BTC_USDT:1m"],
    ["tail", "depth:4BTC_USDT:1min"],
    ["tail", "4BTC_USDT"],
    ["tail", "private:4BTC_USDT"],
    ["tail", "a:b:c:d"],
    ["init"],
    ["call", "nothing"],
    ["call", "getDepth"],
    ["call", "usdt.getDepth", "pair"],
    ["call", "usdt.getDepth", "=x"],
    ["call", "usdt.getDepth", "pare=4BTC_USDT"],
    ["call", "usdt.getDepth", "x=1"],
    ["call", "usdt.getDepth", `pair=${pair}`, `pair=${pair}`],
    ["call", "usdt.getDepth", `pair=${pair}`, "size=x"],
    ["call", "usdt.getDepth", "size=5"],
    ["call", "usdt.getDepth", "pair=@nothing"],
    ["call", "placeOrder", `pair=${pair}`],
    ["call", "placeOrder", `pair=${pair}`, "side=buy", "type=limit", "quantity=1", "price=1"],
    ["call", "placeOrder", `pair=${pair}`, "side=open-lng", "type=limit", "quantity=1", "price=1"],
  ];
  for (const line of lines) {
    await told.say(runCommandLine, line);
  }
  await told.say(runCommandLine, ["nothing", "--json"]);
  await told.say(runCommandLine, ["relay", "serve", "--json"]);
  await told.say(runCommandLine, ["call", "nothing", "--json"]);
  await told.expectToBe("wrong-command-lines");
});

it("the list of operations, and what is said of each and of its fields, stand in one text", async () => {
  const told = new Transcript();
  await told.say(runCommandLine, ["call"]);
  await told.say(runCommandLine, ["call", "--json"]);
  for (const { name } of allOperations()) {
    await told.say(runCommandLine, ["call", name, "--help"]);
  }
  await told.say(runCommandLine, ["call", "placeOrder", "--help", "--json"]);
  await told.expectToBe("operations");
});

it("completion offers what may stand where the last word is typed", async () => {
  const workingDirectory = await scratchDirectory(onTestFinished);
  await mkdir(join(workingDirectory, "recording"));
  await writeFile(join(workingDirectory, "recording", "a.seg"), "");
  await writeFile(join(workingDirectory, "note.txt"), "");
  const told = new Transcript();
  const run = (argv: readonly string[]) => runCommandLine(argv, { workingDirectory });
  for (const words of [
    [],
    [""],
    ["--", "o"],
    ["--", "relay", ""],
    ["--", "relay", "s"],
    ["--", "relay", "serve", "--st"],
    ["--", "relay", "serve", "--standby", ""],
    ["--", "relay", "serve", "--standby", "w"],
    ["--", "relay", "serve", "--bus-seed", ""],
    ["--", "order", ""],
    ["--", "order", "buy", "-"],
    ["--", "order", "buy", "-y", ""],
    ["--", "inspect", "r"],
    ["--", "inspect", "recording/"],
    ["--", "inspect", "nowhere/"],
    ["--", "plot", "recording", "--what", ""],
    ["--", "call", "usdt.getD"],
    ["--", "call", "usdt.getDepth", ""],
    ["--", "call", "usdt.getDepth", "pair=x", "s"],
    ["--", "halt", "--r"],
    ["--", "assets", ""],
    ["--", "key", "l"],
    ["--", "nothing", "note"],
  ]) {
    await told.say(run, ["complete", ...words]);
  }
  for (const shell of ["bash", "zsh", "fish"]) {
    await told.say(run, ["completion", shell]);
  }
  await told.expectToBe("completion");
});

it("each way to end has its words, its code and its exit code", async () => {
  const systemError = Object.assign(new Error("ENOENT: no such file"), { code: "ENOENT" });
  const errors: readonly unknown[] = [
    new Error("broken\u0007"),
    systemError,
    Object.assign(new Error("odd"), { code: 7 }),
    "a word",
    undefined,
    new EndedElsewhere({ text: "there", exitCode: 3, error: undefined }),
    new ValidationError("limit-exceeded", { limit: "max-value", value: "2", bound: "1" }),
    new ValidationError("value-invalid", { path: "price", rule: "a decimal" } as never),
    new TransportError("connect-failed", { address: "http://x", attempts: 4 }),
    new TransportError("not-placed", { clientOrderId: "1" }),
    ...[true, false].flatMap((ambiguous) => [
      new TransportError("connection-lost", { address: "http://x" } as never, { ambiguous }),
      new TransportError("timed-out", { afterMs: 5 } as never, { ambiguous }),
    ]),
    ...refusalCodes.map((code) => new Refused(code, "It is refused")),
    new Refused("usage", "Ends well!", "Do this.", { a: 1 }),
    new Refused("usage", "Asked?", "Do that."),
  ];
  await textTranscript(
    "endings",
    errors.map((error) => JSON.stringify(endingOf(error), null, 1)),
  );
});

it("a bar of progress is drawn on a terminal, not too often, and taken away", () => {
  let nowMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  onTestFinished(() => void vi.restoreAllMocks());
  const said: string[] = [];
  const stream = (isTTY: boolean, columns?: number) =>
    Object.assign(
      new Writable({
        write: (chunk: Buffer, _encoding, done) => {
          said.push(chunk.toString());
          done();
        },
      }),
      { isTTY, columns },
    );
  const bar = createOutput("x", "text", { out: stream(false), err: stream(true) }).progress("Reading");
  bar.update(0, 0);
  nowMs = 99;
  bar.update(5, 10, "not drawn");
  nowMs = 100;
  bar.update(1, 3, "files");
  bar.update(3, 3, "all of it, and many more words than there is room for in eighty columns of a screen");
  bar.update(9, 3);
  bar.end();
  const narrow = createOutput("x", "json", { out: stream(false), err: stream(true, 12) }).progress("Reading");
  narrow.update(1, 2);
  const none = createOutput("x", "text", { out: stream(false), err: stream(false) }).progress("Reading");
  none.update(1, 2);
  none.end();
  expect(said.map((text) => JSON.stringify(text))).toMatchInlineSnapshot(`
    [
      ""\\r\\u001b[2KReading ░░░░░░░░░░░░░░░░░░░░░░░░   0 % "",
      ""\\r\\u001b[2KReading ████████░░░░░░░░░░░░░░░░  33 % files"",
      ""\\r\\u001b[2KReading ████████████████████████ 100 % all of it, and many more words than ther"",
      ""\\r\\u001b[2KReading ████████████████████████ 100 % "",
      ""\\r\\u001b[2K"",
      ""\\r\\u001b[2KReading ███"",
    ]
  `);
});

it("an output says items, results, notes and endings where they belong, in both forms", async () => {
  const said: string[] = [];
  const to = (name: string) =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        said.push(`${name} ${JSON.stringify(chunk.toString())}`);
        done();
      },
    });
  for (const form of ["text", "json"] as const) {
    const output = createOutput("x", form, { out: to("out"), err: to("err") });
    output.item({ a: 1 }, "an item");
    output.item({ a: 2 });
    output.item({ a: 3 }, "with an end\n");
    output.result({ n: 3 }, "a result");
    output.write("drawn");
    output.note("a note");
    await output.bytes("bytes");
    output.end({ text: "an end", exitCode: 4, error: { code: "failed", message: "m" } });
    output.end({ text: "", exitCode: 0, error: undefined });
    said.push(String(output.isJson));
  }
  expect(said).toMatchInlineSnapshot(`
    [
      "out "an item\\n"",
      "out "with an end\\n"",
      "out "a result\\n"",
      "out "drawn"",
      "err "a note\\n"",
      "out "bytes"",
      "err "an end\\n"",
      "false",
      "out "{\\"kind\\":\\"item\\",\\"command\\":\\"x\\",\\"data\\":{\\"a\\":1}}\\n"",
      "out "{\\"kind\\":\\"item\\",\\"command\\":\\"x\\",\\"data\\":{\\"a\\":2}}\\n"",
      "out "{\\"kind\\":\\"item\\",\\"command\\":\\"x\\",\\"data\\":{\\"a\\":3}}\\n"",
      "out "{\\"kind\\":\\"result\\",\\"command\\":\\"x\\",\\"data\\":{\\"n\\":3}}\\n"",
      "err "a note\\n"",
      "out "bytes"",
      "err "an end\\n"",
      "out "{\\"kind\\":\\"error\\",\\"command\\":\\"x\\",\\"error\\":{\\"code\\":\\"failed\\",\\"message\\":\\"m\\"},\\"exitCode\\":4}\\n"",
      "true",
    ]
  `);
});

it("bytes wait until there is room, and no longer than somebody takes them", async () => {
  for (const event of ["drain", "close", "error"] as const) {
    const out = new PassThrough({ highWaterMark: 1 });
    out.on("error", () => {});
    const output = createOutput("x", "text", { out, err: new PassThrough() });
    let isDone = false;
    const written = output.bytes("more than one").then(() => {
      isDone = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isDone).toBe(false);
    if (event === "drain") {
      out.resume();
    } else {
      out.destroy(event === "error" ? new Error("gone") : undefined);
    }
    await written;
    expect(["drain", "close"].map((name) => out.listenerCount(name)).reduce((sum, one) => sum + one, 0)).toBeLessThan(
      2,
    );
    await output.bytes("nobody takes it");
  }
});

it("everything that is piped in is read, up to a bound", async () => {
  const piped = (...chunks: readonly (string | Uint8Array)[]) => {
    const stream = new PassThrough();
    for (const chunk of chunks) {
      stream.write(chunk);
    }
    return stream.end();
  };
  expect(Buffer.from(await readAll(piped("ab", new Uint8Array([99])), 3)).toString()).toBe("abc");
  expect(Buffer.from(await readAll(piped("ü").setEncoding("utf8"), 2)).toString()).toBe("ü");
  expect(await readAll(piped(), 0)).toEqual(new Uint8Array());
  await expect(readAll(piped("ab", "cd"), 3)).rejects.toMatchObject({
    code: "file-unusable",
    message: "More than 3 bytes were piped in",
    remedy: "Pass a smaller part.",
  });
});

it("a limit of time ends with another signal, or when its time is over, and not once it has been let go", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const outer = new AbortController();
  const [limited, unlimited, ended] = [5, undefined, 5].map((ms) => timeLimit(outer.signal, ms));
  ended?.end();
  vi.advanceTimersByTime(4);
  expect(limited?.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(limited?.signal.reason).toMatchObject({ name: "TimeoutError", message: "The time is over" });
  expect([unlimited?.signal.aborted, ended?.signal.aborted]).toEqual([false, false]);
  outer.abort("why");
  expect([unlimited?.signal.reason, ended?.signal.aborted]).toEqual(["why", false]);
  expect(timeLimit(outer.signal, undefined).signal.reason).toBe("why");
});

it("work that is interrupted is not waited for; what it comes to late is handed over", async () => {
  const stop = new AbortController();
  expect(await unlessInterrupted(Promise.resolve(1), stop.signal)).toBe(1);
  const late: unknown[] = [];
  let finish: (value: number) => void = () => {};
  const work = unlessInterrupted(
    new Promise<number>((resolve) => {
      finish = resolve;
    }),
    stop.signal,
    (answer) => late.push(answer),
  );
  stop.abort();
  const interrupted = { code: "interrupted", message: "Ctrl-C ended it before it had begun" };
  await expect(work).rejects.toMatchObject(interrupted);
  finish(7);
  await new Promise((resolve) => setImmediate(resolve));
  expect(late).toEqual([7]);
  await expect(unlessInterrupted(new Promise(() => {}), stop.signal)).rejects.toMatchObject(interrupted);
  await expect(unlessInterrupted(Promise.reject(new Error("own")), new AbortController().signal)).rejects.toThrow(
    "own",
  );
});

it("there are colours on a terminal alone, unless the environment says otherwise", () => {
  const coloured = (isTerminal: boolean, environment: Readonly<Record<string, string>>) =>
    stylesFor({ isTerminal, environment }).isColoured;
  expect([coloured(true, {}), coloured(false, {}), coloured(true, { TERM: "dumb" })]).toEqual([true, false, false]);
  expect([coloured(true, { NO_COLOR: "1" }), coloured(true, { NO_COLOR: "" })]).toEqual([false, true]);
  expect(["1", "0", ""].map((force) => coloured(false, { FORCE_COLOR: force }))).toEqual([true, false, false]);
  expect(coloured(true, { FORCE_COLOR: "1", TERM: "dumb" })).toBe(true);
  expect(coloured(false, { FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(false);
  const styles = stylesFor({ isTerminal: true, environment: {} });
  const { good, warn, bad, dim, bold, bid, ask } = styles;
  expect([good, warn, bad, dim, bold, bid, ask].map((style) => style("x"))).toEqual(
    ["32", "33", "31", "2", "1", "32", "31"].map(
      (code) => `\u001b[${code}mx\u001b[${{ "2": "22", "1": "22" }[code] ?? "39"}m`,
    ),
  );
  expect(stylesFor({ isTerminal: false, environment: {} }).good("x")).toBe("x");
});

it.each([
  ["a", ["b"], "b"],
  ["a", ["bc"], undefined],
  ["abcd", ["abxy"], "abxy"],
  ["abcd", ["axyz"], undefined],
  ["abcd", ["bacd", "abcd-"], "abcd-"],
  ["ab_c.d e/f", ["x", "ABCDEF"], "ABCDEF"],
  ["acbd", ["abcd", "acbx"], "abcd"],
  ["order", ["orders", "oder", "order!"], "orders"],
  ["", ["a"], "a"],
  ["", ["ab"], undefined],
  ["kitten", ["sitting", "kit"], "sitting"],
  ["abcdef", [], undefined],
])("near %j of %j is %j", (typed, names, near) => {
  expect(nearest(typed, names)).toBe(near);
});
