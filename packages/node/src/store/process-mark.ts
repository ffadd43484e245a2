import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import process from "node:process";

/** What tells one process of one machine from all others. Texts are empty where the system does not tell. */
export interface ProcessMark {
  readonly host: string;
  /** The machine's present run. */
  readonly boot: string;
  /** Within which process ids mean the same. */
  readonly namespace: string;
  readonly pid: number;
  /** When it started, in the system's own count: a process id comes again. */
  readonly started: string;
}

/** The mark of this process. */
export function ownMark(): ProcessMark {
  const { boot, namespace } = surroundings();
  return { host: hostname(), boot, namespace, pid: process.pid, started: startOf(process.pid) };
}

/** Whether the process still runs; `unknown` where that cannot be seen from here. */
export function lifeOf(mark: ProcessMark): "runs" | "ended" | "unknown" {
  const { boot, namespace } = surroundings();
  if (mark.boot !== boot) {
    // The machine was restarted, or it is another machine.
    return mark.host === hostname() ? "ended" : "unknown";
  }
  if (mark.namespace !== namespace || (boot === "" && mark.host !== hostname())) {
    return "unknown";
  }
  return isRunning(mark.pid) && startOf(mark.pid) === mark.started ? "runs" : "ended";
}

/** A process as a person names it. */
export function nameOf({ pid, host }: ProcessMark): string {
  return `process ${pid} on ${host}`;
}

function surroundings(): Pick<ProcessMark, "boot" | "namespace"> {
  return {
    boot: orEmpty(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    namespace: orEmpty(() => readlinkSync("/proc/self/ns/pid")),
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // One of another user's runs too.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Where `/proc/<pid>/stat` has the start, counted behind the name, which may hold spaces. */
const startField = 19;

function startOf(pid: number): string {
  return orEmpty(() => {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[startField] ?? "";
  });
}

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
