import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A program that answers each line with one. */
export interface LineProgram {
  /** @throws Error where the program has ended; its message has what it said on standard error */
  ask(line: string): Promise<string>;
  /** Ends it. */
  close(): Promise<void>;
}

/** Starts a program that reads lines and answers each with one, until it is closed. */
export function openLineProgram(program: string, args: readonly string[], folder: string): LineProgram {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1", NO_PROXY: "*", no_proxy: "*" };
  const child = spawn(program, args, { cwd: folder, env, stdio: ["pipe", "pipe", "pipe"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  return {
    async ask(line) {
      child.stdin.write(`${line}\n`);
      const { value, done } = (await lines.next()) as IteratorResult<string, undefined>;
      if (done === true || value === undefined) {
        throw new Error(`${program} ended: ${complaint}`);
      }
      return value;
    },
    async close() {
      if (child.exitCode === null) {
        const end = once(child, "exit");
        child.kill();
        await end;
      }
    },
  };
}
