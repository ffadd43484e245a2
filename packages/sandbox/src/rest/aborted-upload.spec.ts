import { once } from "node:events";
import { type ClientRequest, request } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../sandbox.js";

/** Begins to send a body and goes away as soon as the sandbox has begun to read it. */
async function abandonUpload(address: string): Promise<void> {
  const upload: ClientRequest = request(address, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": 1000, expect: "100-continue" },
  });
  upload.on("error", () => {});
  await once(upload, "continue");
  upload.write("{");
  upload.destroy();
}

it.each(["/v3/cbu/assets", "/_sandbox/accounts"])(
  "a client that goes away while it sends a body to %s is no failure of the sandbox",
  async (path) => {
    const told: string[] = [];
    const logger = { log: (level: string, event: string) => told.push(`${level} ${event}`) };
    const sandbox = await startSandbox({ pairs: 1, logger, maxConnectionsPerAddress: 1 });
    onTestFinished(() => sandbox.close());
    await abandonUpload(`${sandbox.restUrl}${path}`);
    // As long as the sandbox has that connection it takes no other one.
    const depth = `${sandbox.restUrl}/v2/mdata/depth?pair=4BTC_USDT`;
    await expect.poll(async () => (await fetch(depth)).status).toBe(200);
    expect(told.filter((words) => words.startsWith("error"))).toEqual([]);
  },
);
