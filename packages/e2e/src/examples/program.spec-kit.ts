import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Sandbox } from "@depthwire/sandbox";
import { transform } from "esbuild";
import { expect, onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const examples = join(root, "docs/examples");

/** A program of the examples, as a user has started it. */
export interface ExampleRun {
  /** What it has printed so far, on both outputs. */
  readonly lines: readonly string[];
  /** Presses Ctrl-C. */
  interrupt(): void;
  /** Resolves when it has ended by itself. @throws where it did not end with `code` */
  ended(code?: number): Promise<void>;
}

/** A folder with a sandbox's key, in which packages are found as where they are installed. */
export async function exampleFolder(sandbox?: Sandbox): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-example-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  if (sandbox !== undefined) {
    await writeFile(join(folder, "credential.json"), JSON.stringify(sandbox.credential), { mode: 0o600 });
  }
  return folder;
}

/** Where a sandbox is, as the examples' options. */
export const addressesOf = ({ pushUrl, restUrl }: Sandbox): readonly string[] => ["--push", pushUrl, "--rest", restUrl];

/** The same with the key that `exampleFolder` put down. */
export const accountOf = (sandbox: Sandbox): readonly string[] => [...addressesOf(sandbox), "--key", "credential.json"];

/** Starts `docs/examples/NAME.ts` with arguments, in a folder of {@link exampleFolder}. */
export async function startExample(name: string, args: readonly string[], folder: string): Promise<ExampleRun> {
  const source = await readFile(join(examples, `${name}.ts`), "utf8");
  const { code } = await transform(source, { loader: "ts", format: "esm", target: "node20" });
  const file = join(folder, `${name}.js`);
  await writeFile(file, code);
  const env = { ...process.env, NO_PROXY: "*" };
  const child = spawn(process.execPath, [file, ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => endOf(child));
  const lines: string[] = [];
  collect(child.stdout, lines);
  collect(child.stderr, lines);
  const exit = once(child, "close") as Promise<[number | null]>;
  return {
    lines,
    interrupt: () => void child.kill("SIGINT"),
    async ended(code = 0) {
      const [was] = await exit;
      expect(was, lines.join("\n")).toBe(code);
    },
  };
}

function collect(output: NodeJS.ReadableStream, lines: string[]): void {
  let rest = "";
  output.on("data", (chunk: Buffer) => {
    const parts = (rest + chunk.toString("utf8")).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
  });
}

/** One that a failed test has left. */
async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}
