import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";
import { askAt, openBefore, pair, type Told } from "../scene.spec-kit.js";

const bin = fileURLToPath(new URL("../../bin/accelerator.js", import.meta.url));

/** No file grows beyond this: as if the disk were full, without one of its own. Kibibytes. */
const fileLimit = 48;

/** Nobody asks for it before the disk is full. */
const otherPair = "4ETH_USDT";

/** So many orders are still open when the disk is full. */
const leftOpen = 2;

/** An order answered so; the file's limit is met long before. */
const maxOrders = 400;

it.skipIf(process.platform === "win32")(
  "stops honestly when the disk is full, and has everything that it answered",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "depthwire-accelerator-full-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const sandbox = await startSandbox({ pairs: [pair, otherPair], seed: 7, requestsPerWindow: 0 });
    onTestFinished(() => sandbox.close());
    const { apiKey, apiSecret } = sandbox.credential;
    const run = (script: string, args: readonly string[]): ChildProcess => {
      const program = spawn("bash", ["-c", `${script} exec "$@"`, "bash", process.execPath, bin, ...args], {
        env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" },
        stdio: ["pipe", "pipe", "pipe"],
      });
      onTestFinished(() => void program.kill("SIGKILL"));
      return program;
    };
    const putting = run("", ["key", "put", "--folder", folder]);
    putting.stdin?.end(`${apiKey}\n${apiSecret}\n`);
    await once(putting, "exit");
    const open = async (script: string): Promise<{ program: ChildProcess; url: string }> => {
      const venue = ["--venue", sandbox.restUrl, "--push", sandbox.pushUrl, "--service-name", sandbox.serviceName];
      const own = ["--port", "0", "--no-token", "--json", "--folder", folder, "--data", join(folder, "data")];
      const program = run(script, [...venue, ...own]);
      const [said] = (await Promise.race([once(program.stdout ?? program, "data"), once(program, "exit")])) as [
        unknown,
      ];
      return { program, url: (JSON.parse(String(said)) as { url: string }).url };
    };
    const place = (url: string, n: number): Promise<Told> => {
      const body = { pair, side: "open-long", type: "limit", quantity: "0.01", price: String(20_000 + n) };
      return askAt(url, "/orders", { body, headers: { "idempotency-key": `order-${n}` } });
    };

    const full = await open(`ulimit -f ${fileLimit};`);
    const placed: Told[] = [];
    for (;;) {
      const told = await place(full.url, placed.length);
      if (told.status !== 200 || placed.length > maxOrders) {
        expect(told).toMatchObject({ status: 503, body: { error: { code: "not-kept" } } });
        break;
      }
      placed.push(told);
      if (placed.length <= leftOpen) {
        continue;
      }
      // Not to meet the venue's limit of open orders.
      expect((await askAt(full.url, `/orders/${told.body["orderId"]}`, { method: "DELETE" })).status).toBe(200);
    }
    const { body } = await askAt(full.url, "/health");
    expect(body["notReady"]).toContainEqual(expect.objectContaining({ what: "data" }));
    expect((await askAt(full.url, "/orders?allow-stale=1")).status).toBe(200);

    // None of what goes on has anybody who waits until it is kept: an order's end, told here or there, a new book, a halt.
    const [here, there] = placed.map((told) => String(told.body["orderId"]));
    expect((await askAt(full.url, `/orders/${here}`, { method: "DELETE" })).status).toBe(200);
    const elsewhere = await openBefore(sandbox, {}, { requestsPerWindow: 0 });
    expect((await askAt(elsewhere.url, `/orders/${there}`, { method: "DELETE" })).status).toBe(200);
    const openOrders = async (): Promise<unknown> => (await askAt(full.url, "/orders?allow-stale=1")).body["orders"];
    await expect.poll(openOrders).toEqual([]);
    expect((await askAt(full.url, "/orders", { method: "DELETE", body: { pair } })).status).toBe(200);
    expect((await askAt(full.url, `/book/${otherPair}`)).status).toBe(200);
    const failed = { status: 200, body: { halted: true, keeping: "failed" } };
    expect(await askAt(full.url, "/halt", { body: { reason: "full" } })).toMatchObject(failed);
    const resumed = { status: 200, body: { halted: false, keeping: "failed" } };
    expect(await askAt(full.url, "/halt", { method: "DELETE" })).toMatchObject(resumed);
    expect((await askAt(full.url, "/health")).body["notReady"]).toContainEqual(
      expect.objectContaining({ what: "data" }),
    );
    expect(full.program.exitCode).toBeNull();
    full.program.kill("SIGKILL");
    await once(full.program, "exit");

    const { url } = await open("");
    expect(placed.length).toBeGreaterThan(0);
    for (const [n, told] of placed.entries()) {
      // The answer of the one that filled the disk may not be kept: then it is found at the venue, as it stands there now.
      const { orderId, clientOrderId } = told.body;
      expect((await place(url, n)).body).toMatchObject({ orderId, clientOrderId });
    }
    // What was refused was not sent: it is carried out now.
    const after = await place(url, placed.length);
    expect({ status: after.status, repeated: after.headers.get("x-depthwire-repeated") }).toEqual({
      status: 200,
      repeated: null,
    });
  },
  120_000,
);
