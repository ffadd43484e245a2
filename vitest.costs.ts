import { appendFileSync, readFileSync } from "node:fs";

/** Seconds of processor time until now. */
interface ProcessorTime {
  /** Of this process, its threads included. */
  readonly own: number;
  /** Of the processes that it has started and that have ended; 0 where the system does not say. */
  readonly started: number;
}

/** Linux counts in hundredths of a second here, whatever the machine. */
const ticksPerSecond = 100;

function processorTime(): ProcessorTime {
  const { user, system } = process.cpuUsage();
  let started = 0;
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
    // cutime and cstime of proc(5), counted behind the program's name.
    started = (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  } catch {
    // No Linux.
  }
  return { own: (user + system) / 1e6, started };
}

/**
 * Measures the tests of one spec file, without its imports: the first file of a worker loads what all others share.
 *
 * @param path where a line is added: the file and its seconds of processor time
 * @returns what writes the line
 */
export function measureCosts(path: string): (file: string | undefined) => void {
  const before = processorTime();
  return (file) => {
    const after = processorTime();
    const costs = { file, own: after.own - before.own, started: after.started - before.started };
    appendFileSync(path, `${JSON.stringify(costs)}\n`);
  };
}
