import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommandLine } from "../command-scene.spec-kit.js";

/** Far below the library's own 20 seconds for a server that says nothing. */
const soonMs = 15_000;

describe("an address where somebody listens who never says a word", () => {
  let silent: Server;
  let bus: string;

  beforeAll(async () => {
    silent = createServer((socket) => socket.on("error", () => {})).listen(0, "127.0.0.1");
    await once(silent, "listening");
    bus = `nats://127.0.0.1:${(silent.address() as { readonly port: number }).port}`;
  });
  afterAll(() => silent.close());

  it("is no nats-server: --within says how long that may take to find out", { timeout: soonMs }, async () => {
    const argv = ["relay", "follow", "4BTC_USDT", "--once", "--within", "200ms", "--bus", bus, "--json"];
    const end = await runCommandLine(argv);
    expect(end.exitCode).toBe(6);
    expect(end.envelopes.at(-1)).toMatchObject({
      error: { code: "bus-unreachable", message: `No nats-server answers at ${bus}` },
    });
  });

  it("is left at once when the command is ended", { timeout: soonMs }, async () => {
    const stop = new AbortController();
    silent.once("connection", () => stop.abort());
    const end = await runCommandLine(["relay", "status", "--bus", bus, "--json"], { signal: stop.signal });
    expect(end.exitCode).toBe(130);
    expect(end.envelopes.at(-1)).toMatchObject({ error: { code: "interrupted" } });
  });
});
