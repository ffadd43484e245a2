import type { MessagePort } from "node:worker_threads";

/** How a thread dies of itself. */
export type DeathFromWithin = "exit" | "throw" | "hang";

/** What the thread is told. */
export interface Doom {
  readonly kind: "doom";
  readonly death: DeathFromWithin;
}

type RunTask = (task: { readonly port: MessagePort }) => Promise<void>;

const { default: runShardTask } = (await import(
  new URL("./shard-entry.js", import.meta.resolve("@depthwire/node")).href
)) as { readonly default: RunTask };

const deaths: Readonly<Record<DeathFromWithin, () => void>> = {
  exit: () => process.exit(3),
  throw: () => {
    throw new TypeError("told to die");
  },
  hang: () => {
    for (;;) {}
  },
};

/** What a shard's thread runs, but it dies when it is told to. */
export default function runDoomedTask(task: { readonly port: MessagePort }): Promise<void> {
  task.port.on("message", (message: Doom | { readonly kind: "other" }) => {
    // Not within the port's own listener, where an exception would be the port's.
    if (message.kind === "doom") {
      setImmediate(deaths[message.death]);
    }
  });
  return runShardTask(task);
}
