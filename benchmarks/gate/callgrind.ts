import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Why nothing can be counted here; undefined where it can. */
export function whyNoCallgrind(): string | undefined {
  const { error, status } = spawnSync("valgrind", ["--version"], { stdio: "ignore" });
  if (error !== undefined) {
    return "valgrind is not installed";
  }
  return status === 0 ? undefined : `valgrind ended with ${status}`;
}

/**
 * Instructions between the two marks of `count-entry`: what was written down last but for the end, and is not next to nothing. Until the
 * program says that it is warm nothing is counted, which is five times as fast.
 */
export function countBetweenMarks(command: readonly string[]): Promise<number> {
  return inFolder(async (folder) => {
    const flags = ["--instr-atstart=no", "--dump-before=umask", `--callgrind-out-file=${join(folder, "out")}`];
    await callgrind(command, flags, { warm: countFromNow });
    // One call of Node's may call the C library twice: between those two lie a few instructions.
    const [, ...behindFirst] = readdirSync(folder)
      .filter((name) => name.startsWith("out."))
      .sort((left, right) => Number(left.slice(4)) - Number(right.slice(4)))
      .map((name) => Number(/^totals: (\d+)$/m.exec(readFileSync(join(folder, name), "utf8"))?.[1] ?? 0));
    if (behindFirst.length === 0) {
      throw new Error("callgrind saw no mark: it does not know the C library's functions by name");
    }
    return Math.max(...behindFirst);
  });
}

/** How a program is spoken with. */
export interface Conversation {
  /** What it reads, at once. */
  readonly input?: string;
  /** Done when it has written its first word; it goes on when it can read one. */
  readonly warm?: (processId: number) => Promise<void>;
}

/** @returns instructions that were counted @throws Error when the program fails */
export function callgrind(
  command: readonly string[],
  flags: readonly string[],
  { input, warm }: Conversation,
): Promise<number> {
  const all = ["--tool=callgrind", "--smc-check=all-non-file", ...flags, ...command];
  return new Promise((resolve, reject) => {
    const child = spawn("valgrind", all, { env: bareEnvironment(), stdio: "pipe" });
    let told = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      told += text;
    });
    child.stdout.once("data", () => {
      warm?.(child.pid as number).then(
        () => child.stdin.end("go"),
        (error: unknown) => {
          child.kill("SIGKILL");
          reject(error);
        },
      );
    });
    child.stdout.resume();
    child.on("error", reject);
    child.on("close", (status) => {
      const total = /Collected : (\d+)/.exec(told)?.[1];
      if (status !== 0 || total === undefined) {
        reject(new Error(`callgrind ended with ${status}: ${told.slice(-500)}`));
      } else {
        resolve(Number(total));
      }
    });
    if (input !== undefined) {
      child.stdin.end(input);
    }
  });
}

/** Variables of the caller's would lie on the program's stack, and move it. */
function bareEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"] ?? "", HOME: "/" };
}

/** Tells the emulator to count from now on. */
function countFromNow(processId: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const teller = spawn("vgdb", [`--pid=${processId}`, "instrumentation", "on"], { stdio: "ignore" });
    teller.on("error", reject);
    teller.on("close", (status) => {
      if (status === 0) {
        resolve();
      } else {
        reject(new Error(`vgdb ended with ${status}: callgrind was not told to begin`));
      }
    });
  });
}

/** A folder that is there as long as it is used. */
export async function inFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "depthwire-counts-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
