import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createFetchHttpClient } from "./fetch-http-client.js";
import type { NodeHttpClient } from "./node-http-client.js";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) {
    await end();
  }
});

const post = { method: "POST", target: "/x", headers: { "content-type": "application/json" }, body: "{}" } as const;
const limits = { maxBodyBytes: 1_000 };

function client(options = {}): NodeHttpClient {
  const made = createFetchHttpClient(options);
  ends.push(() => made.close());
  return made;
}

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("the HTTP client on fetch", () => {
  it("sends what it is given, byte by byte, reads the whole answer, and follows no redirect", async () => {
    const seen: string[] = [];
    const address = await serve(async (request, response) => {
      let body = "";
      for await (const part of request) {
        body += String(part);
      }
      seen.push(`${request.method} ${request.url} ${request.headers["x-key"]} ${body}`);
      response.writeHead(302, { location: "http://127.0.0.1:1/" }).end("é");
    });
    const request = { ...post, headers: { "x-key": "v" }, body: '{"a":"é"}' };
    const { status, body } = await client().request(`${address}/base`, request, limits);
    expect([status, new TextDecoder().decode(body)]).toEqual([302, "é"]);
    expect(seen).toEqual(['POST /base/x v {"a":"é"}']);
  });

  it("refuses an answer that is too long, of which nobody knows what it did", async () => {
    const address = await serve((_, response) => response.end("x".repeat(5_000)));
    const refused = { code: "text-too-long", details: { limit: 1_000 }, ambiguous: true };
    await expect(client().request(address, post, limits)).rejects.toMatchObject(refused);
  });

  it("knows that nothing was sent where nobody listens", async () => {
    const address = await serve(() => undefined);
    await ends.pop()?.();
    const failed = { code: "connect-failed", ambiguous: false, retryable: true };
    await expect(client().request(address, post, limits)).rejects.toMatchObject(failed);
  });

  it("does not know what became of a request whose connection broke, and sends it once", async () => {
    let requests = 0;
    const address = await serve((request) => {
      requests++;
      request.socket.destroy();
    });
    const lost = { code: "connection-lost", ambiguous: true };
    await expect(client().request(address, post, limits)).rejects.toMatchObject(lost);
    expect(requests).toBe(1);
  });

  it("does not know what became of a request that was given up, and knows of one that was never begun", async () => {
    const begun = new AbortController();
    const address = await serve(() => begun.abort());
    const signals = { ...limits, signal: begun.signal };
    await expect(client().request(address, post, signals)).rejects.toMatchObject({ code: "aborted", ambiguous: true });
    await expect(client().request(address, post, signals)).rejects.toMatchObject({ code: "aborted", ambiguous: false });
    const unsent = { ...limits, unsentSignal: begun.signal };
    await expect(client().request(address, post, unsent)).rejects.toMatchObject({ code: "aborted", ambiguous: false });
  });

  it("waits for what is under way when it is closed, cuts what takes longer, and takes nothing more", async () => {
    let heard = (): void => undefined;
    const isHeard = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const address = await serve(() => heard());
    const closing = client({ closeWithinMs: 10 });
    const hanging = closing.request(address, post, limits).catch((error: unknown) => error);
    await isHeard;
    await closing.close();
    expect(await hanging).toMatchObject({ code: "connection-lost", ambiguous: true });
    await expect(closing.request(address, post, limits)).rejects.toMatchObject({ code: "closed" });
  });
});
