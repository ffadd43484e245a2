import { spawn } from "node:child_process";

/**
 * The last line that a program writes, as JSON. Its complaints are read only when it fails.
 *
 * @throws Error when it fails, hangs, or writes nothing
 */
export async function lastJsonOf<Value>(
  program: string,
  args: readonly string[],
  { folder, timeLimitMs }: { readonly folder: string; readonly timeLimitMs: number },
): Promise<Value> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", DENO_NO_UPDATE_CHECK: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: Buffer[] = [];
  const complaints: Buffer[] = [];
  child.stdout.on("data", (bytes: Buffer) => output.push(bytes));
  child.stderr.on("data", (bytes: Buffer) => complaints.push(bytes));
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill("SIGKILL");
  }, timeLimitMs);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  }).finally(() => clearTimeout(timer));
  const last = Buffer.concat(output).toString("utf8").trim().split("\n").at(-1) ?? "";
  if (code !== 0 || last === "") {
    const complaint = Buffer.concat(complaints).toString("utf8").trim();
    const end = isLate ? `took longer than ${timeLimitMs / 1000} s` : `ended with ${code}`;
    throw new Error(`it ${end}: ${complaint}`);
  }
  return JSON.parse(last) as Value;
}
