import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";

const bin = fileURLToPath(new URL("../../bin/accelerator.js", import.meta.url));
/** Its end is the same code. */
const sandboxBin = fileURLToPath(new URL("../../../sandbox/bin/sandbox.js", import.meta.url));

/** A terminal, which Node cannot make: waits for words and types, then closes it or waits for the end. */
const terminal = `
import json, os, pty, sys
args, steps = json.loads(sys.argv[1])
pid, fd = pty.fork()
if pid == 0:
    os.execv(args[0], args)
heard, told = b"", 0
def read():
    global heard
    try:
        part = os.read(fd, 65536)
    except OSError:
        part = b""
    heard += part
    return part != b""
for words, typed in steps:
    while heard.find(words.encode(), told) < 0 and read():
        pass
    told = len(heard)
    if typed is None:
        os.close(fd)
    else:
        os.write(fd, typed.encode())
if steps[-1][1] is not None:
    while read():
        pass
_, status = os.waitpid(pid, 0)
print(json.dumps({"heard": heard.decode(), "code": os.waitstatus_to_exitcode(status)}))
`;

const hasPython = spawnSync("python3", ["-c", "import pty, os; os.waitstatus_to_exitcode"]).status === 0;

/** Where Python must be there, its absence is a failure. */
const isSkipped = !hasPython && process.env["CI"] === undefined;

type Step = readonly [waitsFor: string, types: string | null];

/** Runs the program in a terminal: what stood there, and how it ended. */
async function inTerminal(
  args: readonly string[],
  steps: readonly Step[],
  program = bin,
): Promise<{ heard: string; code: number }> {
  const input = JSON.stringify([[process.execPath, program, ...args], steps]);
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", HOME: join(tmpdir(), "depthwire-no-home") };
  const python = spawn("python3", ["-c", terminal, input], { env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void python.kill("SIGKILL"));
  const [told] = await Promise.all([text(python.stdout), once(python, "exit")]);
  return JSON.parse(told) as { heard: string; code: number };
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-terminal-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "own");
}

describe.skipIf(isSkipped)("in a terminal (skipped where no Python makes one)", () => {
  it("a key and its passphrase are typed, and nothing of them is shown", async () => {
    const folder = await emptyFolder();
    const { heard, code } = await inTerminal(
      ["key", "put", "--seal", "--folder", folder],
      [
        ["API key: ", "canary-key-typed\r"],
        ["API secret: ", "canary-secret-typed\r"],
        ["Passphrase: ", "canary-passphrase\r"],
        ["The same passphrase again: ", "canary-passphrase\r"],
      ],
    );
    expect({ heard, code }).toEqual({ heard: expect.stringContaining("Keeps the key of default, sealed."), code: 0 });
    expect(heard).not.toContain("canary");
    expect(await readFile(join(folder, "keys", "default.json"), "utf8")).toMatch(/^\{"sealed":1,/);
  });

  it("a passphrase is typed twice, and a difference keeps nothing", async () => {
    const folder = await emptyFolder();
    const { heard, code } = await inTerminal(
      ["key", "put", "--seal", "--folder", folder],
      [
        ["API key: ", "canary-key-typed\r"],
        ["API secret: ", "canary-secret-typed\r"],
        ["Passphrase: ", "canary-passphrase\r"],
        ["The same passphrase again: ", "canary-passphrasf\r"],
      ],
    );
    expect({ heard, code }).toEqual({ heard: expect.stringContaining("the two passphrases differ"), code: 1 });
    await expect(readFile(join(folder, "keys", "default.json"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("Ctrl-C at a question keeps nothing", async () => {
    const folder = await emptyFolder();
    const { heard, code } = await inTerminal(["key", "put", "--folder", folder], [["API key: ", "canary\u0003"]]);
    expect(code).toBe(1);
    expect(heard).not.toContain("canary");
    await expect(readFile(join(folder, "keys", "default.json"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it.each<[string, Step]>([
    ["Ctrl-C", ["Ctrl-C ends it", "\u0003"]],
    ["a closed terminal", ["Ctrl-C ends it", null]],
  ])("%s ends the program in order", async (_, step) => {
    const folder = await emptyFolder();
    const args = ["--sandbox", "--pairs", "4BTC_USDT", "--port", "0", "--no-token", "--folder", folder];
    expect((await inTerminal(args, [step])).code).toBe(0);
  });

  it.each<[string, string | null]>([
    ["Ctrl-C", "\u0003"],
    ["a closed terminal", null],
  ])("%s ends the sandbox's program in order", async (_, typed) => {
    const data = await emptyFolder();
    const args = ["--pairs", "1", "--port", "0", "--data", data];
    expect((await inTerminal(args, [["Ctrl-C ends it", typed]], sandboxBin)).code).toBe(0);
    // What a clean close leaves behind.
    expect((await readFile(join(data, ".closed"))).length).toBeGreaterThan(0);
  });
});
