import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { probeFolderVariable } from "./memory-lines.js";
import type { ProfileOptions } from "./options.js";

/** Loaded from sources (by a test runner), the program still runs the built files. */
const built = new URL(import.meta.url.endsWith(".ts") ? "../../dist/" : "../", import.meta.url);
const startFile = fileURLToPath(new URL("start/bin.js", built));
const probeFile = new URL("profile/probe.js", built).href;
const samplingIntervalUs = 1_000;
const startWithinMs = 60_000;
const endWithinMs = 60_000;

/** The program under the profiler. */
export interface StartedProgram {
  readonly pid: number;
  /** Where the accelerator listens. */
  readonly origin: string;
  /** Opens the dashboard, once. */
  readonly pageUrl: string;
  /** Ends it as Ctrl-C does, and waits until its profiles are written. @throws Error when it shows something wrong, or does not end */
  end(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

/**
 * `npm start` with V8's profiler in each of its threads.
 *
 * @param folder where its key, its profiles and its memory's lines are put
 * @throws Error when it does not start
 */
export async function startProgram(
  { pairs, shards }: Pick<ProfileOptions, "pairs" | "shards">,
  folder: string,
): Promise<StartedProgram> {
  const profiler = ["--cpu-prof", "--cpu-prof-dir", folder, "--cpu-prof-interval", String(samplingIntervalUs)];
  const own = ["--pairs", String(pairs), "--shards", String(shards), "--port", "0", "--json"];
  const child = spawn(process.execPath, [...profiler, "--import", probeFile, startFile, ...own], {
    cwd: folder,
    env: { ...process.env, [probeFolderVariable]: folder, TERM: "dumb" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { out: "", err: "" };
  child.stderr.on("data", (chunk) => {
    said.err += chunk;
  });
  const pageUrl = await pageUrlOf(child, said);
  return {
    pid: child.pid as number,
    origin: new URL(pageUrl).origin,
    pageUrl,
    end: async () => {
      child.kill("SIGINT");
      const timer = setTimeout(() => child.kill("SIGKILL"), endWithinMs);
      const [code] = child.exitCode === null ? await once(child, "close") : [child.exitCode];
      clearTimeout(timer);
      if (code !== 0) {
        throw new Error(`npm start ended with ${code}: ${said.err.trim().slice(-1_000)}`);
      }
    },
    kill: () => child.kill("SIGKILL"),
  };
}

async function pageUrlOf(child: ChildProcess, said: { out: string; err: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      child.kill("SIGKILL");
      reject(new Error(`npm start did not start: ${why} ${said.err.trim().slice(-1_000)}`));
    };
    const timer = setTimeout(() => fail("it said nothing in a minute."), startWithinMs);
    const onClose = (code: number | null): void => fail(`it ended with ${code}.`);
    child.once("close", onClose);
    child.stdout?.on("data", (chunk) => {
      said.out += chunk;
      const found = /The dashboard opens once, .* at (http:\S+)/.exec(said.out)?.[1];
      if (found !== undefined) {
        clearTimeout(timer);
        child.off("close", onClose);
        resolve(found);
      }
    });
  });
}
