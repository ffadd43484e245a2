import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { askAt, pair, type Told } from "../scene.spec-kit.js";

const bin = fileURLToPath(new URL("../../bin/accelerator.js", import.meta.url));

interface Started {
  readonly program: ChildProcess;
  readonly url: string;
  /** Its error output, once it has ended. */
  readonly complaint: Promise<string>;
}

async function start(folder: string): Promise<Started> {
  const args = ["--sandbox", "--pairs", pair, "--port", "0", "--no-token", "--json"];
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
  const program = spawn(process.execPath, [bin, ...args, "--folder", folder, "--data", join(folder, "data")], { env });
  onTestFinished(() => void program.kill("SIGKILL"));
  const complaint = text(program.stderr);
  const [said] = (await Promise.race([once(program.stdout, "data"), once(program, "exit")])) as [unknown];
  const { url = "" } = Buffer.isBuffer(said) ? (JSON.parse(String(said)) as { url: string }) : {};
  return { program, url, complaint };
}

/** What is told of a halt, at last: where the disk takes longer than an answer waits for it, that is told and asked again. */
async function toldOfHalt(ask: () => Promise<Told>): Promise<Told> {
  for (;;) {
    const beganMs = performance.now();
    const told = await ask();
    if (told.body["keeping"] !== "writing") {
      return told;
    }
    expect(performance.now() - beganMs).toBeGreaterThan(1_000);
  }
}

it("is killed, goes on with a sandbox of its own, and keeps its files to their owner", async () => {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-accelerator-killed-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const body = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000", clientOrderId: "4711" };
  const first = await start(folder);
  const placed = await askAt(first.url, "/orders", { body });
  expect(placed.status).toBe(200);
  const halted = await toldOfHalt(() => askAt(first.url, "/halt", { body: { reason: "before the end" } }));
  first.program.kill("SIGKILL");
  await once(first.program, "exit");

  expect(halted.body).toMatchObject({ halted: true, keeping: "kept" });
  const second = await start(folder);
  const stillHalted = { halted: true, reason: "before the end", keeping: "kept" };
  await expect.poll(async () => (await askAt(second.url, "/halt")).body).toMatchObject(stillHalted);
  const again = await askAt(second.url, "/orders", { body });
  expect({ body: again.body, repeated: again.headers.get("x-depthwire-repeated") }).toEqual({
    body: placed.body,
    repeated: "true",
  });
  await expect.poll(async () => (await askAt(second.url, "/health")).status).toBe(200);
  const resumed = await toldOfHalt(() => askAt(second.url, "/halt", { method: "DELETE" }));
  second.program.kill("SIGKILL");
  expect(resumed.body).toEqual({ halted: false, keeping: "kept" });
  await once(second.program, "exit");

  const third = await start(folder);
  // An opening order, which is sent when it is known whether trading is halted.
  const { clientOrderId: _, ...afresh } = body;
  const opened = (): Promise<number> => askAt(third.url, "/orders", { body: afresh }).then(({ status }) => status);
  await expect.poll(opened).toBe(200);
  const directory = join(folder, "data", "own.sandbox-account");
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  for (const name of await readdir(directory)) {
    expect((await stat(join(directory, name))).mode & 0o077, name).toBe(0);
  }
  third.program.kill("SIGTERM");
  await once(third.program, "exit");
  await chmod(directory, 0o755);
  const fourth = await start(folder);
  expect(await fourth.complaint).toMatch(
    /--data: it must be closed to other users, and .* is of mode 0755: chmod 0700 /,
  );
}, 120_000);
