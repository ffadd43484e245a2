import { spawn } from "node:child_process";
import { once } from "node:events";

/** Computes without end, and ends with the process that started it: its input closes then. */
const spin = `
process.stdin.on("end", () => process.exit()).on("error", () => process.exit()).resume();
(function spin() {
  const until = performance.now() + 20;
  while (performance.now() < until);
  setImmediate(spin);
})();
`;

/** Starts processes that take the machine's time from others. @returns ends them */
export function startSpinners(count: number): () => Promise<void> {
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ["-e", spin], { stdio: ["pipe", "ignore", "ignore"] }),
  );
  return async () => {
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) {
          return;
        }
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      }),
    );
  };
}
