import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Linux counts processor time of processes in hundredths of a second. */
const usPerTick = 10_000;
/** Places of user and system time in `/proc/PID/stat`, behind the name in parentheses. */
const userTimeField = 11;
const systemTimeField = 12;
const patienceMs = 30_000;

/** A nats-server of a benchmark's own, on loopback. */
export interface BenchmarkNatsServer {
  readonly address: string;
  /** Processor time that it has used so far, in microseconds. Zero where the system does not tell. */
  cpuUs(): number;
  close(): Promise<void>;
}

/** What its version is; undefined where it is not installed. */
export function natsServerVersion(): string | undefined {
  const { status, stdout } = spawnSync("nats-server", ["-v"], { encoding: "utf8" });
  return status === 0 ? stdout.trim().replace(/^nats-server: v?/, "") : undefined;
}

/** Starts a server, and waits until it listens. */
export async function startNatsServer(): Promise<BenchmarkNatsServer> {
  const folder = mkdtempSync(join(tmpdir(), "depthwire-bench-nats-"));
  const child = spawn("nats-server", ["-a", "127.0.0.1", "-p", "-1", "--ports_file_dir", folder], { stdio: "ignore" });
  const close = async (): Promise<void> => {
    if (child.exitCode === null) {
      child.kill();
      await once(child, "exit");
    }
    rmSync(folder, { recursive: true, force: true });
  };
  return { address: await addressOf(child, folder), cpuUs: () => cpuUsOf(child.pid), close };
}

async function addressOf({ pid }: ChildProcess, folder: string): Promise<string> {
  const deadlineMs = performance.now() + patienceMs;
  while (performance.now() < deadlineMs) {
    try {
      const { nats } = JSON.parse(readFileSync(join(folder, `nats-server_${pid}.ports`), "utf8")) as { nats: string[] };
      return nats[0] as string;
    } catch {
      await pause(20);
    }
  }
  throw new Error("nats-server did not start");
}

function cpuUsOf(pid: number | undefined): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[userTimeField]) + Number(fields[systemTimeField])) * usPerTick;
  } catch {
    return 0;
  }
}
