import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePorts, lacksNatsServer } from "@depthwire/testkit/servers";
import { describe, expect, it, onTestFinished } from "vitest";

const bin = fileURLToPath(new URL("../../../bin/depthwire.js", import.meta.url));
const guide = new URL("../../../../../docs/guides/many-machines.md", import.meta.url);

/** A command of the guide that runs. */
interface Running {
  readonly line: string;
  readonly process: ChildProcess;
  /** Where it was typed. */
  readonly folder: string;
  /** What it said until now. */
  said: string;
}

/** The command lines under a heading of the guide, as they are written. */
async function commandsUnder(heading: string): Promise<readonly string[]> {
  const text = await readFile(guide, "utf8");
  const section = text.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  return [...section.matchAll(/^```sh(?: [^\n]*)?\n(.*)\n```$/gm)].map(([, line = ""]) => line);
}

/** Starts commands as written, but for their ports: others may run on the guide's. */
async function startAll(lines: readonly string[]): Promise<readonly Running[]> {
  const cwd = await mkdtemp(join(tmpdir(), "depthwire-guide-"));
  const ports = [
    ...new Set(
      [...lines.join("\n").matchAll(/127\.0\.0\.1:(\d+)|-p (\d+)/g)].map(([, one, other]) => one ?? other ?? ""),
    ),
  ];
  const free = new Map(
    (await freePorts(ports.length + 2)).map((port, at) => [
      ports[at] ?? (at === ports.length ? "8090" : "4222"),
      String(port),
    ]),
  );
  const port = (written: string): string => free.get(written) ?? written;
  const environment = {
    PATH: process.env["PATH"],
    HOME: cwd,
    DEPTHWIRE_VENUE: `http://127.0.0.1:${port("8090")}`,
    DEPTHWIRE_BUS: `nats://127.0.0.1:${port("4222")}`,
  };
  const running: Running[] = [];
  onTestFinished(async () => {
    await Promise.all(running.map(({ process: one }) => killed(one)));
    await rm(cwd, { recursive: true, force: true });
  });
  for (const line of lines) {
    const moved = line.replace(
      /(127\.0\.0\.1:|-p )(\d+)/g,
      (_, before: string, written: string) => before + port(written),
    );
    const [program = "", ...typed] = moved.split(" ");
    const isOurs = program === "depthwire";
    const rest = typed[0] === "sandbox" ? [...typed, "--port", port("8090")] : typed;
    const [file, argv] = isOurs ? [process.execPath, [bin, ...rest]] : [program, rest];
    const started = spawn(file, argv, { cwd, env: environment, stdio: ["ignore", "pipe", "pipe"] });
    const one: Running = { line, process: started, folder: cwd, said: "" };
    for (const stream of [started.stdout, started.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        one.said += chunk.toString();
      });
    }
    running.push(one);
    // A person would look, too, before going on.
    const words = line.includes("relay record") ? /^/ : line.includes("relay") ? /./ : /http:/;
    const ready = isOurs ? words : /Server is ready/;
    await expect.poll(() => (started.exitCode === null ? one.said : `ended: ${one.said}`)).toMatch(ready);
  }
  return running;
}

async function killed(one: ChildProcess): Promise<void> {
  if (one.exitCode === null && one.signalCode === null) {
    one.kill("SIGKILL");
    await once(one, "exit");
  }
}

describe.skipIf(lacksNatsServer)("the guide of many machines (skipped where nats-server is missing)", () => {
  it("starts one server, two relays and a follower, which sees its owner die and another one take over", async () => {
    await seesAnotherOwner(await commandsUnder("On one machine"), 5);
  });

  it("starts three servers in the place of one", async () => {
    const [sandbox = ""] = await commandsUnder("On one machine");
    await seesAnotherOwner([sandbox, ...(await commandsUnder("Three servers"))], 7);
  });

  it("gives each process the key of its role", async () => {
    const [sandbox = ""] = await commandsUnder("On one machine");
    const running = await startAll([sandbox, ...(await commandsUnder("With keys"))]);
    expect(running).toHaveLength(8);
    const of = (command: string) => running.find(({ line }) => line.includes(command)) as Running;
    await expect.poll(() => of("relay follow").said).toMatch(/live .*owner alpha-/);
    await expect
      .poll(() => [of("relay status"), of("relay doctor")].map(({ process: one }) => one.exitCode))
      .toEqual([0, 0]);
    expect(of("relay status").said).toMatch(/^alpha +taking-part/m);
    const recorder = of("relay record");
    const segment = join(recorder.folder, "recorded", "00000001.dwrec");
    // More than the first state of the book.
    await expect.poll(async () => (await stat(segment).catch(() => undefined))?.size).toBeGreaterThan(20_000);
    recorder.process.kill("SIGINT");
    await expect.poll(() => recorder.process.exitCode).toBe(0);
    // On a busy machine books are in doubt now and then.
    expect(recorder.said).toMatch(/Recorded \d.* frames.*(nothing was missing|\d gaps?)/);
  });
});

/** Servers and the venue are there before those who need them, as a person would start them. */
async function seesAnotherOwner(lines: readonly string[], count: number): Promise<void> {
  expect(lines).toHaveLength(count);
  const running = await startAll(lines);
  const follower = running.find(({ line }) => line.includes("relay follow")) as Running;
  const owner = /live .*owner (alpha|beta)-\S+/g;
  await expect.poll(() => follower.said).toMatch(owner);
  const [, name = ""] = [...follower.said.matchAll(owner)].at(-1) ?? [];
  const dying = running.find(({ line }) => line.includes(`--name ${name}`)) as Running;
  const before = follower.said.length;
  dying.process.kill("SIGKILL");
  const other = name === "alpha" ? "beta" : "alpha";
  await expect.poll(() => follower.said.slice(before)).toMatch(new RegExp(`stale [\\s\\S]*live .*owner ${other}-`));
}
