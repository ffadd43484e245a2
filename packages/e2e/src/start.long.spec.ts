import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";

/** The built program: `npm start` runs it behind a build. */
const program = fileURLToPath(new URL("../../tools/dist/start/bin.js", import.meta.url));

/** Runs a program in a terminal, which Node cannot make, and closes that as soon as it says something. */
const closedTerminal = `
import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[2], sys.argv[2:])
heard = b""
while sys.argv[1].encode() not in heard:
    heard += os.read(fd, 65536)
os.close(fd)
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

const hasPython = spawnSync("python3", ["-c", "import pty, os; os.waitstatus_to_exitcode"]).status === 0;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function start(...argv: string[]): ChildProcess {
  const child = spawn(process.execPath, [program, ...argv], {
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" },
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return child;
}

async function ended(child: ChildProcess): Promise<Ended> {
  let out = "";
  let err = "";
  child.stdout?.on("data", (data) => {
    out += String(data);
  });
  child.stderr?.on("data", (data) => {
    err += String(data);
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, err };
}

function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1) ?? "";
}

describe("npm start", () => {
  it("--for 3s --json ends by itself; its last line is the proof", async () => {
    const { code, out, err } = await ended(start("--for", "3s", "--json"));
    expect(err).toBe("");
    expect(code).toBe(0);
    const summary = JSON.parse(lastLine(out)) as Record<string, unknown>;
    expect(Object.keys(summary)).toEqual(
      expect.arrayContaining(["messages", "messagesPerSecond", "books", "compared", "divergent"]),
    );
    expect(summary["divergent"]).toBe(0);
    expect(summary["compared"]).toBeGreaterThanOrEqual(20);
    expect(summary["messages"]).toBeGreaterThanOrEqual(20);
    const books = summary["books"] as Record<string, unknown>[];
    expect(books).toHaveLength(20);
    for (const book of books) {
      expect(book).toEqual({
        pair: expect.stringMatching(/^4[A-Z0-9]+_USDT$/),
        status: "live",
        seq: expect.any(Number),
        bid: expect.stringMatching(/^\d+(\.\d+)?$/),
        ask: expect.stringMatching(/^\d+(\.\d+)?$/),
        levels: expect.any(Number),
      });
    }
    expect(out.split("\n").filter((line) => line.startsWith("live 20/20")).length).toBeGreaterThanOrEqual(2);
    expect(out).not.toContain("\u001b");
  });

  it.each(["SIGINT", "SIGTERM"] as const)("ends with its summary and exit code 0 on %s", async (signal) => {
    const child = start("--pairs", "2", "--shards", "1");
    child.stdout?.on("data", (data) => {
      if (!child.killed && String(data).startsWith("live 2/2")) {
        child.kill(signal);
      }
    });
    const { code, out, err } = await ended(child);
    expect(err).toBe("");
    expect(code).toBe(0);
    expect(out).toContain("2 of 2 books live");
    expect(lastLine(out)).toBe("0 gaps, 0 resyncs, 0 reconnects");
  });

  it("ends quietly when nobody reads it any more", async () => {
    const child = start("--pairs", "1", "--shards", "0");
    child.stdout?.once("data", () => child.stdout?.destroy());
    const { code, err } = await ended(child);
    expect(err).toBe("");
    expect(code).toBe(0);
  });

  it("refuses flags that it does not know with exit code 2", async () => {
    const { code, out, err } = await ended(start("--pears", "3"));
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toContain("--pears: there is no such option");
  });

  it.skipIf(!hasPython && process.env["CI"] === undefined)(
    "ends in order when its terminal is closed (skipped where no Python makes one)",
    async () => {
      const words = "dashboard http";
      const args = ["-c", closedTerminal, words, process.execPath, program, "--pairs", "1", "--shards", "0"];
      const python = spawn("python3", args, { env: { ...process.env, TERM: "xterm" } });
      onTestFinished(() => void python.kill("SIGKILL"));
      expect(await ended(python)).toMatchObject({ out: "0\n" });
    },
  );
});
