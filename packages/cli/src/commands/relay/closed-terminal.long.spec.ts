import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { lacksNatsServer } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { RelayScene, scenePairs } from "./relay-scene.spec-kit.js";

const bin = fileURLToPath(new URL("../../../bin/depthwire.js", import.meta.url));

/** Runs a program in a terminal, which Node cannot make, and closes that once a word stands there. `owns`: the kernel sends SIGHUP then. */
const terminal = `
import json, os, subprocess, sys
args, word, session = json.loads(sys.argv[1])
master, slave = os.openpty()
def begin():
    os.setsid()
    if session == "owns":
        import fcntl, termios
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
program = subprocess.Popen(args, stdin=slave, stdout=slave, stderr=slave, preexec_fn=begin)
os.close(slave)
heard = b""
while heard.find(word.encode()) < 0:
    part = os.read(master, 65536)
    if part == b"":
        break
    heard += part
os.close(master)
print(program.wait())
`;

// Where CI runs, Python is there.
const lacksPython = spawnSync("python3", ["-c", "import fcntl, pty"]).status !== 0 && process.env["CI"] === undefined;

describe.skipIf(lacksNatsServer || lacksPython)("a closed terminal (skipped without nats-server or Python)", () => {
  let scene: RelayScene;
  let env: Readonly<Record<string, string | undefined>>;

  beforeAll(async () => {
    scene = await RelayScene.open();
    env = { PATH: process.env["PATH"], HOME: scene.folder, TERM: "xterm", ...scene.environment };
    await scene.serve("first").said({ event: "owns" });
  });
  afterAll(() => scene.close());

  async function closedBehind(line: string, word: string, session: "owns" | "uses"): Promise<string> {
    const argv = [process.execPath, bin, "relay", ...line.split(" ")];
    const python = spawn("python3", ["-c", terminal, JSON.stringify([argv, word, session])], { env });
    onTestFinished(() => void python.kill("SIGKILL"));
    const [told, words] = await Promise.all([text(python.stdout), text(python.stderr), once(python, "exit")]);
    return told.trim() + words;
  }

  it.each([
    ["follow 4BTC_USDT", "live 1/1", "owns"],
    // The program is no part of the terminal's session: nobody sends it a signal.
    ["follow 4BTC_USDT", "live 1/1", "uses"],
    [`serve --name other --pairs ${scenePairs.join(",")}`, "stands by", "owns"],
  ] as const)("ends relay %s as Ctrl-C does, behind %s in a session that it %s", async (line, word, session) => {
    expect(await closedBehind(line, word, session)).toBe("0");
  });

  it.each([
    ["follow", "4BTC_USDT"],
    ["serve", "--name", "third", "--pairs", scenePairs.join(",")],
  ])("a reader that goes away ends relay %s as well", async (...words) => {
    const program = spawn(process.execPath, [bin, "relay", ...words], { env, stdio: ["ignore", "pipe", "ignore"] });
    onTestFinished(() => void program.kill("SIGKILL"));
    await once(program.stdout, "data");
    program.stdout.destroy();
    expect(await once(program, "exit")).toEqual([0, null]);
  });
});
