import { Credential, createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { createRestClient } from "@depthwire/rest";
import { startSandbox } from "@depthwire/sandbox";
import { startFaultProxy } from "@depthwire/testkit";
import { expect, it, onTestFinished } from "vitest";
import { exampleFolder, startExample } from "./program.spec-kit.js";

const pair = "4BTC_USDT";
/** More where it is asked for. */
const cuts = Number(process.env["DEPTHWIRE_QUOTE_CUTS"] ?? "6");
/** Short, so that what was cut off is certain soon. */
const toleranceMs = 1_000;
/** For a machine that does other work. */
const patienceMs = 60_000;

it(
  "quote-both-sides.ts is cut off again and again while it quotes, and ends with the venue's own position",
  async () => {
    const timing = { tickIntervalMs: 50, depthIntervalMs: 50, timestampToleranceMs: toleranceMs };
    const sandbox = await startSandbox({ pairs: [pair], seed: 5, requestsPerWindow: 0, ...timing });
    onTestFinished(() => sandbox.close());
    const proxy = await startFaultProxy({ port: sandbox.port });
    onTestFinished(() => proxy.close());
    const http = createNodeHttpClient({ proxy: "none" });
    onTestFinished(() => http.close());
    const direct = createRestClient(
      {
        addresses: { rest: sandbox.restUrl },
        credential: new Credential(sandbox.credential),
        throttle: { limit: 1_000, reserve: {} },
      },
      { clock: createNodeClock(), random: Math.random, http: http.request },
    );
    const openOf = async (side: "open-long" | "open-short"): Promise<number> =>
      (await direct.usdt.getOpenOrders({ pair, side })).total;
    const heldOf = async (side: "long" | "short"): Promise<number> =>
      Number((await direct.usdt.getPositions({ pair, side }))[0]?.quantity ?? 0);

    const folder = await exampleFolder(sandbox);
    const push = `ws://127.0.0.1:${proxy.port}${new URL(sandbox.pushUrl).pathname}`;
    const addresses = ["--push", push, "--rest", `http://127.0.0.1:${proxy.port}`, "--key", "credential.json"];
    const wanted = ["--distance", "0.5", "--tolerance-ms", String(toleranceMs), "--seconds", "600"];
    const run = await startExample("quote-both-sides", [...addresses, ...wanted], folder);
    for (let cut = 0; cut < cuts; cut++) {
      await expect.poll(() => openOf(cut % 2 === 0 ? "open-long" : "open-short"), { timeout: patienceMs }).toBe(1);
      proxy.cut(cut % 2 === 0 ? "reset" : "end");
    }
    await expect.poll(() => heldOf("long"), { timeout: patienceMs }).toBeGreaterThan(0);
    await expect.poll(() => heldOf("short"), { timeout: patienceMs }).toBeGreaterThan(0);
    run.interrupt();
    await run.ended();

    expect(run.lines).toContain("halt: reached");
    const [, bought, soldShort, orders] =
      /^bought ([\d.]+), sold short ([\d.]+), with (\d+) orders$/.exec(run.lines.at(-1) ?? "") ?? [];
    expect([Number(bought), Number(soldShort)]).toEqual([await heldOf("long"), await heldOf("short")]);
    expect(Number(orders)).toBeGreaterThan(cuts / 2);
    expect(await openOf("open-long")).toBe(0);
    expect(await openOf("open-short")).toBe(0);
  },
  (cuts + 3) * patienceMs,
);
