import { getEventListeners } from "node:events";
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

describe("what the HTTP client hands to fetch", () => {
  interface Handed {
    readonly address: string;
    readonly init: Readonly<Record<string, unknown>> & { readonly signal: AbortSignal };
  }

  /** A client whose fetch is the spec, and what it was handed. */
  function handing(answer: (handed: Handed) => Response | Promise<Response>, options = {}) {
    const handed: Handed[] = [];
    const made = createFetchHttpClient(options, async (address, init) => {
      const one = { address, init: init as Handed["init"] };
      handed.push(one);
      return answer(one);
    });
    ends.push(() => made.close());
    return { ...made, handed };
  }

  it("is the request as it is, once, without a kept connection, with the proxy and certificates that are named", async () => {
    const tls = { ca: "PEM" };
    const given = handing(() => new Response("a"), { proxy: "http://proxy:1", tls });
    await given.request("https://venue.test/base", { ...post, headers: { a: "b" } }, limits);
    await given.request("https://venue.test", { method: "GET", target: "/y", headers: {} }, limits);
    expect(given.handed.map(({ address }) => address)).toEqual(["https://venue.test/base/x", "https://venue.test/y"]);
    const { signal, ...init } = given.handed[0]?.init ?? {};
    expect(init).toEqual({
      method: "POST",
      headers: { a: "b" },
      body: "{}",
      redirect: "manual",
      keepalive: false,
      proxy: "http://proxy:1",
      tls,
    });
    expect(signal).toBeInstanceOf(AbortSignal);
  });

  it.each(["environment", "none", undefined])("names no proxy where the option is %s", async (proxy) => {
    const { request, handed } = handing(() => new Response(null), { proxy });
    expect(await request("https://venue.test", post, limits)).toEqual({ status: 200, body: Buffer.alloc(0) });
    expect(handed[0]?.init).not.toHaveProperty("proxy");
    expect(handed[0]?.init).not.toHaveProperty("tls");
  });

  const failing = (error: unknown) => {
    const { request } = handing(() => {
      throw error;
    });
    return request("https://venue.test", post, limits);
  };
  const coded = (code: unknown) => Object.assign(new Error("failed"), { code });

  it.each(["ConnectionRefused", "FailedToOpenSocket", "ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"])(
    "was not sent where no connection was made: %s",
    async (code) => {
      const expected = {
        code: "connect-failed",
        details: { address: "https://venue.test", attempts: 1 },
        ambiguous: false,
        cause: { message: `failed (${code})` },
      };
      await expect(failing(coded(code))).rejects.toMatchObject(expected);
      await expect(failing(new Error("failed", { cause: { code } }))).rejects.toMatchObject(expected);
    },
  );

  it.each([
    [coded("ECONNRESET"), "failed (ECONNRESET)"],
    [coded(5), "failed"],
    [new Error("failed"), "failed"],
    ["words", "words"],
    [undefined, "undefined"],
  ])("may have been carried out where it failed in another way: %s", async (error, message) => {
    await expect(failing(error)).rejects.toMatchObject({
      code: "connection-lost",
      details: { address: "https://venue.test" },
      ambiguous: true,
      cause: { message },
    });
  });

  it("is given up with its caller's signal, at which nothing stays", async () => {
    const abort = new AbortController();
    const { request } = handing(
      ({ init: { signal } }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          abort.abort();
        }),
    );
    const asked = request("https://venue.test", post, { ...limits, signal: abort.signal });
    await expect(asked).rejects.toMatchObject({ code: "aborted", ambiguous: true });
    const other = new AbortController();
    await handing(() => new Response("a")).request("https://venue.test", post, { ...limits, signal: other.signal });
    expect([abort, other].map(({ signal }) => getEventListeners(signal, "abort").length)).toEqual([0, 0]);
  });

  it("is over when the answer turns out too long", async () => {
    const { request, handed } = handing(() => new Response("x".repeat(1_001)));
    await expect(request("https://venue.test", post, limits)).rejects.toMatchObject({ code: "text-too-long" });
    expect(handed[0]?.init.signal.aborted).toBe(true);
    const whole = handing(() => new Response("x".repeat(1_000)));
    expect((await whole.request("https://venue.test", post, limits)).body).toHaveLength(1_000);
  });
});
