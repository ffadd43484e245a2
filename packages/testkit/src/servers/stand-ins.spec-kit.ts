import { spawnSync } from "node:child_process";
import { access, chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, beforeEach, onTestFinished, vi } from "vitest";

/**
 * Programs that stand in for the servers: each notes how it was started, does what is waited for, and ends by itself
 * after some seconds, should nobody end it.
 */
const programs = {
  "nats-server": `#!/bin/sh
echo "$$ $(ulimit -f) $*" >> "$NOTES"
while [ $# -gt 0 ]; do
  if [ "$1" = --ports_file_dir ]; then
    file="$2/nats-server_$$.ports"
    printf '{"nats":' > "$file"
    sleep 0.03
    printf '{"nats":["ws://127.0.0.1:1"]}' > "$file"
    sleep 0.03
    printf '%s' "$PORTS" > "$file"
  fi
  shift
done
exec sleep 20
`,
  etcd: `#!/bin/sh
echo "$$ $*" >> "$NOTES"
exec sleep 20
`,
};

/** Puts the stand-ins before all other programs for each test of a file. What they started is ended behind each test. */
export function standInPrograms(): { readonly root: string; readonly folder: string } {
  const places = { root: "", folder: "" };

  beforeAll(async () => {
    places.root = await mkdtemp(join(tmpdir(), "depthwire-servers-"));
    for (const [name, script] of Object.entries(programs)) {
      await writeFile(join(places.root, name), script);
      await chmod(join(places.root, name), 0o755);
    }
  });

  afterAll(() => rm(places.root, { recursive: true, force: true }));

  beforeEach(async () => {
    places.folder = await mkdtemp(join(places.root, "run-"));
    vi.stubEnv("PATH", `${places.root}${delimiter}${process.env["PATH"]}`);
    vi.stubEnv("NOTES", join(places.folder, "notes"));
    vi.stubEnv("TMPDIR", places.folder);
    onTestFinished(async () => {
      const all = await started();
      vi.unstubAllEnvs();
      for (const { pid } of all.filter((one) => isAlive(one.pid))) {
        process.kill(pid, "SIGKILL");
      }
    });
  });
  return places;
}

/** What was started so far. */
export async function started(): Promise<readonly { readonly pid: number; readonly argv: string }[]> {
  const written = await readFile(process.env["NOTES"] ?? "", "utf8").catch(() => "");
  return written
    .split("\n")
    .slice(0, -1)
    .map((line) => ({ pid: Number.parseInt(line, 10), argv: line.slice(line.indexOf(" ") + 1) }));
}

/** Whether there is a process of this number. */
export function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) {
    return false;
  }
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Whether there is a file or folder. */
export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The letter by which the system says what a process does: T when it is stopped. */
export function stateOf(pid: number | undefined): string {
  return spawnSync("ps", ["-o", "state=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim();
}
