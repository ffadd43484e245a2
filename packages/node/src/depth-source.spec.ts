import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Pair } from "@depthwire/schema";
import { expect, it, onTestFinished } from "vitest";
import { createDepthSource } from "./depth-source.js";

const pair = "4BTC_USDT" as Pair;

/** A source that asks a server of the spec. */
async function sourceOn(listener: RequestListener, timeoutMs = 2_000) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return createDepthSource({ restAddress: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, timeoutMs });
}

const failure = (code: string) => expect.objectContaining({ code });

it("asks for pair and size, and returns exact texts", async () => {
  const targets: (string | undefined)[] = [];
  const source = await sourceOn((request, response) => {
    targets.push(request.url);
    const result = { pair, update_time: 1_700_000_000_123, asks: [{ price: "101.50", volume: "2" }], bids: null };
    response.end(JSON.stringify({ state: 0, result, cmd: "depth", ver: "2.0" }));
  });
  await expect(source(pair, { size: 5, signal: undefined })).resolves.toEqual({
    updatedAtMs: 1_700_000_000_123,
    asks: [{ price: "101.50", quantity: "2" }],
    bids: [],
  });
  expect(targets).toEqual(["/v2/mdata/depth?pair=4BTC_USDT&size=5"]);
});

it("refuses what is no book", async () => {
  const bodies = [
    "<html>busy</html>",
    '{"result":{}}',
    '{"state":3016,"msg":"x","cmd":"depth"}',
    "x".repeat(2 ** 20 + 1),
  ];
  const source = await sourceOn((_, response) => response.end(bodies.shift()));
  for (const code of ["response-not-json", "response-shape", "venue-refused", "text-too-long"]) {
    await expect(source(pair, { size: 5, signal: undefined })).rejects.toThrowError(failure(code));
  }
});

it("ends with its signal", async () => {
  const abort = new AbortController();
  const source = await sourceOn(() => abort.abort());
  await expect(source(pair, { size: 5, signal: abort.signal })).rejects.toThrowError(failure("aborted"));
});

it("ends when its time is over, at headers or in the body", async () => {
  const silent = await sourceOn(() => {}, 100);
  await expect(silent(pair, { size: 5, signal: undefined })).rejects.toThrowError(failure("timed-out"));
  const stuck = await sourceOn((_, response) => response.write("{"), 100);
  await expect(stuck(pair, { size: 5, signal: undefined })).rejects.toThrowError(failure("timed-out"));
});

it("tells a refused connection from a lost one", async () => {
  const nowhere = createDepthSource({ restAddress: "http://127.0.0.1:1" });
  await expect(nowhere(pair, { size: 5, signal: undefined })).rejects.toThrowError(failure("connect-failed"));
  const cut = await sourceOn((request, response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write("{");
    setTimeout(() => request.socket.destroy(), 50);
  });
  await expect(cut(pair, { size: 5, signal: undefined })).rejects.toThrowError(failure("connection-lost"));
});
