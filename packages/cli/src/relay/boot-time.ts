import { uptime } from "node:os";

/** Time since boot in milliseconds, with the time asleep; undefined where the platform tells whole seconds alone. */
export function bootTime(): (() => number) | undefined {
  return process.platform === "linux" ? () => uptime() * 1_000 : undefined;
}
