import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { AcceleratorRole, RoleAnswer } from "./accelerator-entry.js";

/** A process of the case `accelerator`. */
export interface RoleProcess {
  readonly answer: RoleAnswer;
  /** Bytes of memory that the process has. */
  memory(): Promise<number>;
  close(): void;
}

/** Loaded from sources (by a test runner), the process still runs the built file. */
const entry = new URL(
  import.meta.url.endsWith(".ts") ? "../dist/runner/accelerator-entry.js" : "./accelerator-entry.js",
  import.meta.url,
);

/** Starts a process in this role, and waits until it listens. */
export async function startRole(role: AcceleratorRole): Promise<RoleProcess> {
  const child = fork(fileURLToPath(entry), [JSON.stringify(role)]);
  const answer = await firstMessage(child, role.kind);
  return {
    answer,
    memory: () => {
      const told = new Promise<number>((resolve) => child.once("message", (bytes) => resolve(bytes as number)));
      child.send("memory");
      return told;
    },
    close: () => {
      if (child.connected) {
        child.disconnect();
      }
    },
  };
}

function firstMessage(child: ChildProcess, kind: string): Promise<RoleAnswer> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`the process ${kind} ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      resolve(message as RoleAnswer);
    });
  });
}
