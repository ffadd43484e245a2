import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createNodeHttpClient } from "./http-client.js";
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
  const made = createNodeHttpClient({ proxy: "none", ...options });
  ends.push(() => made.close());
  return made;
}

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function httpServer(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  ends.push(() => server.closeAllConnections());
  return listen(server);
}

/** A server that does something with each raw connection. */
function tcpServer(react: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    react(socket);
  });
  ends.push(() => {
    for (const socket of sockets) {
      socket.destroy();
    }
  });
  return listen(server);
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("the HTTP client", () => {
  it("sends what it is given, byte by byte, and reads the whole answer", async () => {
    const seen: string[] = [];
    const address = await httpServer(async (request, response) => {
      let body = "";
      for await (const part of request) {
        body += String(part);
      }
      seen.push(`${request.method} ${request.url} ${request.headers["x-key"]} ${body}`);
      response.writeHead(503).end("é");
    });
    const request = { ...post, headers: { "x-key": "v" }, body: '{"a":"é"}' };
    const { status, body } = await client().request(`${address}/base`, request, limits);
    expect([status, new TextDecoder().decode(body)]).toEqual([503, "é"]);
    expect(seen).toEqual(['POST /base/x v {"a":"é"}']);
  });

  it("keeps connections, and follows no redirect", async () => {
    const ports = new Set<number | undefined>();
    const address = await httpServer((request, response) => {
      ports.add(request.socket.remotePort);
      response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
    });
    const http = client({ connections: 1 });
    for (let i = 0; i < 5; i++) {
      expect((await http.request(address, post, limits)).status).toBe(302);
    }
    expect(ports.size).toBe(1);
  });

  it("knows that nothing was sent where nobody listens", async () => {
    const address = await listen(createTcpServer());
    await (ends.pop() as () => Promise<void>)();
    const cause = { message: expect.stringMatching(/ECONNREFUSED.* \(ECONNREFUSED\)$/) };
    const failed = { code: "connect-failed", details: { address, attempts: 1 }, ambiguous: false, cause };
    expect(await failure(client().request(address, post, limits))).toMatchObject(failed);
  });

  it.each(["before the answer", "amid the answer"])(
    "knows that something was sent when the connection is cut %s",
    async (when) => {
      const address = await tcpServer((socket) => {
        socket.once("data", () => {
          if (when === "amid the answer") {
            socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{");
          }
          setTimeout(() => socket.destroy(), 20);
        });
      });
      expect(await failure(client().request(address, post, limits))).toMatchObject({
        code: "connection-lost",
        ambiguous: true,
      });
    },
  );

  it("does not send a request again when a kept connection turns out to be dead", async () => {
    let requests = 0;
    const address = await tcpServer((socket) => {
      let first = true;
      socket.on("data", () => {
        requests++;
        if (first) {
          first = false;
          socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
        } else {
          socket.destroy();
        }
      });
    });
    const http = client({ connections: 1 });
    await http.request(address, post, limits);
    expect(await failure(http.request(address, post, limits))).toMatchObject({ ambiguous: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(requests).toBe(2);
  });

  it("ends with the signal: ambiguous once it was sent, and never sent when it only waited", async () => {
    let requests = 0;
    const address = await tcpServer((socket) => socket.on("data", () => requests++));
    const http = client({ connections: 1 });
    const [sent, waiting] = [new AbortController(), new AbortController()];
    const first = failure(http.request(address, post, { ...limits, signal: sent.signal }));
    const second = failure(http.request(address, post, { ...limits, signal: waiting.signal }));
    await expect.poll(() => requests).toBe(1);
    waiting.abort();
    expect(await second).toMatchObject({ code: "aborted", ambiguous: false });
    sent.abort();
    expect(await first).toMatchObject({ code: "aborted", ambiguous: true });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(requests).toBe(1);
  });

  it("reads no more than it may", async () => {
    const address = await httpServer((_, response) => response.end("x".repeat(100_000)));
    expect(await failure(client().request(address, post, limits))).toMatchObject({ code: "text-too-long" });
  });

  it("goes through a proxy", async () => {
    const asked: string[] = [];
    const target = await httpServer((_, response) => response.end("{}"));
    const proxy = createServer();
    proxy.on("connect", (request, socket) => {
      asked.push(request.url ?? "");
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 7\r\nconnection: close\r\n\r\nproxied"));
    });
    const uri = await listen(proxy);
    const { body } = await client({ proxy: uri }).request(target, post, limits);
    expect(new TextDecoder().decode(body)).toBe("proxied");
    expect(asked).toEqual([target.slice("http://".length)]);
  });

  it("gives up a tunnel that a hung proxy does not open, and goes on when the proxy does", async () => {
    const target = await httpServer((_, response) => response.end("{}"));
    let hangs = true;
    const asking = new Set<Socket>();
    const uri = await tcpServer((socket) => {
      socket.on("close", () => asking.delete(socket));
      socket.once("data", () => {
        asking.add(socket);
        if (hangs) {
          return;
        }
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.once("data", () =>
          socket.end("HTTP/1.1 200 OK\r\ncontent-length: 7\r\nconnection: close\r\n\r\nproxied"),
        );
      });
    });
    const http = client({ proxy: uri, connectTimeoutMs: 100, connections: 2 });
    const failures = await Promise.all(Array.from({ length: 5 }, () => failure(http.request(target, post, limits))));
    expect(failures).toEqual(failures.map(() => expect.objectContaining({ code: "connect-failed", ambiguous: false })));
    await expect.poll(() => asking.size).toBe(0);
    hangs = false;
    // A busy machine may open this tunnel late too: then nothing was sent, and it is asked for again.
    let answer = failures[0] as { readonly ambiguous?: boolean; readonly body?: Uint8Array };
    while (answer.ambiguous === false) {
      answer = await http.request(target, post, limits).catch((error) => error);
    }
    expect(new TextDecoder().decode(answer.body)).toBe("proxied");
  });

  it.each(["a proxy", "a venue"])("closes in bounded time while %s hangs", async (who) => {
    let heard = 0;
    const uri = await tcpServer((socket) => socket.on("data", () => heard++));
    const proxy = who === "a proxy" ? uri : "none";
    const http = createNodeHttpClient({ proxy, connectTimeoutMs: 60_000, closeWithinMs: 50 });
    const asked = failure(http.request(who === "a proxy" ? "http://127.0.0.1:9" : uri, post, limits));
    await expect.poll(() => heard).toBeGreaterThan(0);
    await http.close();
    expect(await asked).toMatchObject({ ambiguous: who === "a venue" });
  });

  it.each([
    ["given", { proxyCredential: { user: "ann", password: "a:b" } }],
    ["of a file", "file"],
  ])("tells a proxy the credential %s, and the venue nothing of it", async (_, given) => {
    const asked: (string | undefined)[] = [];
    const told: string[] = [];
    const proxy = createServer();
    proxy.on("connect", (request, socket) => {
      asked.push(request.headers["proxy-authorization"]);
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.once("data", (head) => {
        told.push(String(head).toLowerCase());
        socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}");
      });
    });
    const uri = await listen(proxy);
    const folder = mkdtempSync(join(tmpdir(), "proxy-credential-"));
    ends.push(() => rmSync(folder, { recursive: true }));
    const proxyCredentialFile = join(folder, "proxy");
    writeFileSync(proxyCredentialFile, "ann:a:b\n", { mode: 0o600 });
    await client({ proxy: uri, ...(given === "file" ? { proxyCredentialFile } : (given as object)) }).request(
      "http://venue.invalid",
      post,
      limits,
    );
    expect(asked).toEqual([`Basic ${Buffer.from("ann:a:b").toString("base64")}`]);
    expect(told.join()).not.toContain("authorization");
  });

  it("shows no header in its errors", async () => {
    const address = await tcpServer((socket) => socket.once("data", () => socket.destroy()));
    const request = { ...post, headers: { "svc-api-key": "canary-key" } };
    const error = await failure(client().request(address, request, limits));
    const { inspect } = await import("node:util");
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain("canary");
  });
});

describe("a request that may be stopped as long as nothing of it has left", () => {
  it("is not sent any more where it waits for a connection, and is answered where it was sent", async () => {
    const heard: string[] = [];
    let answer: () => void = () => undefined;
    const url = await httpServer((request, response) => {
      heard.push(request.url ?? "");
      answer = () => response.end("done");
    });
    const { request } = client({ connections: 1 });
    const halt = new AbortController();
    const stoppable = { ...limits, unsentSignal: halt.signal };
    const sent = request(url, { ...post, target: "/sent" }, stoppable);
    await expect.poll(() => heard).toEqual(["/sent"]);
    const waiting = failure(request(url, { ...post, target: "/waiting" }, stoppable));
    halt.abort();
    expect(await waiting).toMatchObject({ code: "aborted", ambiguous: false });
    expect(await failure(request(url, { ...post, target: "/late" }, stoppable))).toMatchObject({ code: "aborted" });
    answer();
    expect((await sent).status).toBe(200);
    const last = request(url, { ...post, target: "/last" }, limits);
    await expect.poll(() => heard).toEqual(["/sent", "/last"]);
    answer();
    await last;
  });

  it("is not sent when its connection comes at last", async () => {
    const heard: string[] = [];
    const accepted: Socket[] = [];
    const proxy = await tcpServer((socket) => {
      accepted.push(socket);
      socket.on("data", (bytes) => heard.push(String(bytes)));
    });
    // The tunnel is asked for, and granted only after the request was stopped.
    const { request } = client({ proxy, connectTimeoutMs: 10_000 });
    const halt = new AbortController();
    const stopped = failure(request("https://venue.test", post, { ...limits, unsentSignal: halt.signal }));
    await expect.poll(() => heard.join()).toContain("CONNECT venue.test:443");
    halt.abort();
    expect(await stopped).toMatchObject({ code: "aborted", ambiguous: false });
    const [socket] = accepted;
    const before = heard.length;
    socket?.write("HTTP/1.1 200 OK\r\n\r\n");
    socket?.end();
    await expect.poll(() => socket?.writableEnded).toBe(true);
    // A greeting of TLS may follow, the request never.
    expect(heard.slice(before).join()).not.toContain("POST");
  });
});
