import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Readable } from "node:stream";

/** The pipe that workerd tells its ports on. */
const controlPipe = 3;

/** A running workerd. */
export interface RunningWorkerd {
  /** Base address on loopback. */
  readonly address: string;
  close(): Promise<void>;
}

/** Why workerd cannot be run; undefined where it can. */
export function missingWorkerd({ foreign }: { readonly foreign: string }): string | undefined {
  return existsSync(join(foreign, "node_modules/workerd")) ? undefined : "workerd is not installed";
}

/**
 * Serves a configuration, directly: miniflare wants a newer Node. Its socket is named `http` and listens at port 0.
 *
 * @param foreign folder of the runtimes' packages
 * @param config file in Cap'n Proto's language
 * @param environment what it binds from the environment
 * @throws Error with what workerd complained of
 */
export async function startWorkerd(
  foreign: string,
  config: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningWorkerd> {
  const child = spawn(programOf(foreign), ["serve", `--control-fd=${controlPipe}`, config], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  const close = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    }
  };
  try {
    return { address: `http://127.0.0.1:${await portOf(child)}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function portOf(child: ChildProcess): Promise<number> {
  const complaints: Buffer[] = [];
  child.stderr?.on("data", (bytes: Buffer) => complaints.push(bytes));
  let told = "";
  for await (const part of child.stdio[controlPipe] as Readable) {
    told += String(part);
    const port = told
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { readonly event: string; readonly socket?: string; readonly port?: number })
      .find(({ event, socket }) => event === "listen" && socket === "http")?.port;
    if (port !== undefined) {
      return port;
    }
  }
  throw new Error(`workerd did not start: ${Buffer.concat(complaints).toString("utf8").slice(0, 600)}`);
}

/** The program itself: the script in `.bin` passes no pipe on. */
function programOf(foreign: string): string {
  return (createRequire(join(foreign, "package.json"))("workerd") as { readonly default: string }).default;
}
