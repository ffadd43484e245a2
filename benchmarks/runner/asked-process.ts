import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A process that answers each order with one message. */
export interface AskedProcess<Order, Answer> {
  ask(order: Order): Promise<Answer>;
  close(): void;
}

/** Starts an entry, and waits for its first word. */
export async function startAsked<Role, Order, Answer>(name: string, role: Role): Promise<AskedProcess<Order, Answer>> {
  // Loaded from sources (by a test runner), the process still runs the built file.
  const folder = import.meta.url.endsWith(".ts") ? "../dist/runner/" : "./";
  const child = fork(fileURLToPath(new URL(`${folder}${name}.js`, import.meta.url)), [JSON.stringify(role)]);
  await nextMessage(child, name);
  return {
    ask: (order) => {
      const answer = nextMessage<Answer>(child, name);
      child.send(order as object);
      return answer;
    },
    close: () => {
      if (child.connected) {
        child.disconnect();
      }
    },
  };
}

function nextMessage<Message>(child: ChildProcess, name: string): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`a process ${name} ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      resolve(message as Message);
    });
  });
}
