import { spawn } from "node:child_process";

/**
 * What a program wrote to its standard output.
 *
 * @throws Error with the end of what it wrote, where it fails
 */
export async function outputOf(program: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", npm_config_loglevel: "error" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: Buffer[] = [];
  const complaint: Buffer[] = [];
  child.stdout.on("data", (bytes: Buffer) => output.push(bytes));
  child.stderr.on("data", (bytes: Buffer) => complaint.push(bytes));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const text = Buffer.concat(output).toString("utf8");
  if (code !== 0) {
    const said = `${text}\n${Buffer.concat(complaint).toString("utf8")}`.trim().slice(-4_000);
    throw new Error(`${program} ${args.join(" ")} ended with ${code}: ${said}`);
  }
  return text;
}
