import { PassThrough, Writable } from "node:stream";
import { expect, it, onTestFinished, vi } from "vitest";
import { nearest } from "./nearest.js";
import { createOutput } from "./output.js";
import { readAll } from "./read-all.js";
import { stylesFor } from "./styles.js";
import { timeLimit } from "./time-limit.js";
import { unlessInterrupted } from "./unless-interrupted.js";

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
    const write = async (): Promise<void> => {
      await output.bytes("more than one");
      isDone = true;
    };
    const written = write();
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
