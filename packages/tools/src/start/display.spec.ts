import type { TerminalOutput } from "@depthwire/cli/internal";
import { expect, it } from "vitest";
import { openDisplay } from "./display.js";
import type { LiveState } from "./live-state.js";

const state: LiveState = {
  restUrl: "http://127.0.0.1:8090",
  pushUrl: "ws://127.0.0.1:8090/cbu",
  pageUrl: "http://127.0.0.1:8080/app/login?code=x",
  missedPort: undefined,
  missedPagePort: undefined,
  profile: "documented",
  credentialFile: "key.json",
  shards: 0,
  liveForMs: 1000,
  rows: [
    {
      pair: "4BTC_USDT",
      status: "live",
      reason: undefined,
      bid: "1",
      ask: "2",
      spread: "1",
      seq: 1,
      updatesPerSecond: 1,
      lagMs: 0,
    },
  ],
  messagesPerSecond: 1,
  inflatedBytesPerSecond: 1,
  lagMs: 0,
  compared: 0,
  divergent: 0,
  missed: 0,
};

class FakeOutput implements TerminalOutput {
  readonly writableNeedDrain = false;
  readonly columns = 100;
  readonly rows = 30;
  readonly isTTY: boolean;
  written = "";

  constructor(kind: "terminal" | "pipe") {
    this.isTTY = kind === "terminal";
  }
  write(text: string): void {
    this.written += text;
  }
}

function shown(kind: "terminal" | "pipe", term: string, noColor?: string): string {
  const output = new FakeOutput(kind);
  const display = openDisplay(output, { term, noColor });
  display.show(state);
  display.close();
  return output.written;
}

it("draws the table in place on a terminal, in colour", () => {
  const written = shown("terminal", "xterm");
  expect(written).toContain("\u001b[?1049h");
  expect(written).toContain("\u001b[32mlive");
  expect(written).toMatch(/no threads/);
  expect(written.endsWith("\u001b[?1049l")).toBe(true);
});

it("uses no colour where NO_COLOR says so, but not for an empty value", () => {
  expect(shown("terminal", "xterm", "1")).not.toContain("\u001b[32m");
  expect(shown("terminal", "xterm", "")).toContain("\u001b[32m");
});

it.each([
  ["pipe", "xterm"],
  ["terminal", "dumb"],
] as const)("writes plain lines on a %s with TERM=%s", (kind, term) => {
  const written = shown(kind, term);
  expect(written).toMatch(/^live 1\/1 .*1\.0 s\n$/);
  expect(written).not.toContain("\u001b");
});
