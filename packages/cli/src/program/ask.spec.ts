import { PassThrough } from "node:stream";
import { expect, it, vi } from "vitest";
import { sceneContext } from "../context.spec-kit.js";
import { drawLines } from "../screen/draw-lines.js";
import { ask } from "./ask.js";

function terminal(isTTY = true) {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    isTTY,
    isRaw: false,
    setRawMode: (mode: boolean) => modes.push(mode),
  });
  const output = new PassThrough();
  let shown = "";
  output.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
  });
  return { input: input as unknown as NodeJS.ReadStream & PassThrough, output, modes, shown: () => shown };
}

const { signal } = new AbortController();
const interrupted = { code: "interrupted", message: "Ctrl-C: nothing was done" };

it("a question is asked of a terminal: what was typed before it is no answer, and Ctrl-C takes it back", async () => {
  const nobody = terminal(false);
  expect(await ask("Do it?", nobody, signal)).toBeUndefined();
  expect([nobody.modes, nobody.shown()]).toEqual([[], ""]);

  const early = terminal();
  early.input.write("y\r");
  const asked = ask("Do it?", early, signal);
  await vi.waitFor(() => expect(early.shown()).toContain("Do it? "));
  expect(early.modes.slice(0, 2)).toEqual([true, false]);
  early.input.write("no\r");
  expect(await asked).toBe("no");

  const taken = terminal();
  taken.input.write("y\r\u0003");
  await expect(ask("Do it?", taken, signal)).rejects.toMatchObject(interrupted);

  const later = terminal();
  const waiting = ask("Do it?", later, signal);
  await vi.waitFor(() => expect(later.shown()).toContain("Do it? "));
  later.input.write("y\u0003");
  await expect(waiting).rejects.toMatchObject(interrupted);

  const ended = terminal();
  const unanswered = ask("Do it?", ended, signal);
  await vi.waitFor(() => expect(ended.shown()).toContain("Do it? "));
  ended.input.end();
  expect(await unanswered).toBeUndefined();
});

it("lines are drawn until Ctrl-C, q or the end, at every new size, and the terminal is given back", async () => {
  for (const end of ["q", "Q", "\u001b", "Ctrl-C", "over"]) {
    const stop = new AbortController();
    let press: (key: string) => void = () => {};
    let resize: () => void = () => {};
    const letGo: string[] = [];
    let columns = 20;
    const { context, streams } = sceneContext("book", "text", {
      signal: stop.signal,
      input: {
        isTerminal: true,
        onKeys: (listener: (key: string) => void) => {
          press = listener;
          return () => letGo.push("keys");
        },
      } as never,
      screen: {
        isTerminal: true,
        size: () => ({ columns, rows: 5 }),
        onResize: (changed) => {
          resize = changed;
          return () => letGo.push("resize");
        },
        onExit: () => () => letGo.push("exit"),
      },
    });
    let over: () => void = () => {};
    const drawn = drawLines(
      (size) => [[{ text: `${size.columns} columns`, style: "32" }]],
      context,
      new Promise<void>((resolve) => {
        over = resolve;
      }),
    );
    columns = 30;
    await new Promise((resolve) => setImmediate(resolve));
    resize();
    press("x");
    const before = streams.text().out;
    expect(before).toContain("30 columns");
    expect(before).not.toContain("[32m");
    if (end === "Ctrl-C") {
      stop.abort();
    } else if (end === "over") {
      over();
    } else {
      press(end);
    }
    await drawn;
    expect(streams.text().out.slice(before.length)).toContain("\u001b[?1049l");
    expect(letGo.toSorted()).toEqual(["exit", "keys", "resize"]);
  }
});
