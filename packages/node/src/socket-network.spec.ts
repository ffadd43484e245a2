import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { selfSignedCertificate } from "@depthwire/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocketServer } from "ws";
import { createNodeSocketOpener, defaultNodeSocketLimits } from "./socket.js";
import { checkNetwork, connectionOptions, type SocketNetworkOptions } from "./socket-network.js";

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A venue that greets whoever comes; with what it saw of their certificates. */
async function startVenue(secure: "tls" | "tls-both-sides" | "plain"): Promise<{ port: number; clients: string[] }> {
  const clients: string[] = [];
  const tls = selfSignedCertificate;
  const bothSides = { ...tls, ca: selfSignedCertificate.cert, requestCert: true, rejectUnauthorized: true };
  const server = secure === "plain" ? createHttpServer() : createHttpsServer(secure === "tls" ? tls : bothSides);
  const sockets = new WebSocketServer({ server });
  onTestFinished(() => {
    for (const client of sockets.clients) {
      client.terminate();
    }
  });
  sockets.on("connection", (socket, request) => {
    if (secure === "tls-both-sides") {
      clients.push(String((request.socket as TLSSocket).getPeerCertificate().subject.CN));
    }
    socket.send("welcome");
  });
  return { port: await listen(server), clients };
}

interface TestProxy {
  readonly address: string;
  readonly asked: string[];
  onConnect(request: IncomingMessage): void;
}

/** A proxy that connects where it is asked to, or refuses. Every name is this machine. */
async function startProxy(answer: "connects" | "refuses" = "connects"): Promise<TestProxy> {
  const asked: string[] = [];
  const server = createHttpServer();
  server.on("connect", (request, client, head) => {
    asked.push(request.url ?? "");
    proxy.onConnect(request);
    client.on("error", () => {});
    if (answer === "refuses") {
      client.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      return;
    }
    const upstream = connectTcp(Number((request.url ?? "").split(":")[1]), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      upstream.write(head);
      upstream.pipe(client);
      client.pipe(upstream);
    });
    upstream.on("error", () => client.destroy());
  });
  const proxy: TestProxy = { address: `http://127.0.0.1:${await listen(server)}`, asked, onConnect: () => {} };
  return proxy;
}

/** What a connection comes to: the first message, or how it ended. */
function reach(address: string, network: SocketNetworkOptions): Promise<string> {
  return new Promise((resolve) => {
    const socket = createNodeSocketOpener(defaultNodeSocketLimits, network)(address, {
      opened() {},
      message: (bytes) => {
        resolve(new TextDecoder().decode(bytes));
        socket.close(1000);
      },
      controlFrame() {},
      closed: (code, cause) => resolve(`closed ${code} ${cause}`),
    });
  });
}

describe("a proxy that wants a user and a password", () => {
  it("gets them from the options or a file; threads take the file alone", async () => {
    const headers: (string | undefined)[] = [];
    const { port } = await startVenue("plain");
    const proxy = await startProxy();
    proxy.onConnect = (request) => headers.push(request.headers["proxy-authorization"]);
    const folder = mkdtempSync(join(tmpdir(), "proxy-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const proxyCredentialFile = join(folder, "credential");
    writeFileSync(proxyCredentialFile, "ann:secret");
    const proxyCredential = { user: "ann", password: "secret" };
    const address = `ws://venue.invalid:${port}`;
    expect(await reach(address, { proxy: proxy.address, proxyCredential })).toBe("welcome");
    expect(await reach(address, { proxy: proxy.address, proxyCredentialFile })).toBe("welcome");
    expect(new Set(headers)).toEqual(new Set([`Basic ${Buffer.from("ann:secret").toString("base64")}`]));
    expect(headers).toHaveLength(2);
    expect(() => checkNetwork({ proxyCredential }, 2)).toThrow("proxyCredentialFile");
    expect(() => checkNetwork({ proxyCredentialFile }, 2)).not.toThrow();
  });
});

describe("TLS", () => {
  it("reaches a venue whose certificate is trusted, and no other", async () => {
    const { port } = await startVenue("tls");
    expect(await reach(`wss://localhost:${port}`, { tls: { ca: selfSignedCertificate.cert } })).toBe("welcome");
    expect(await reach(`wss://localhost:${port}`, { tls: { ca: [selfSignedCertificate.cert] } })).toBe("welcome");
    expect(await reach(`wss://localhost:${port}`, {})).toMatch(/^closed 1006 DEPTH_ZERO_SELF_SIGNED_CERT/);
  });

  it("takes the name that the certificate must have", async () => {
    const { port } = await startVenue("tls");
    const tls = { ca: selfSignedCertificate.cert };
    expect(await reach(`wss://127.0.0.1:${port}`, { tls: { ...tls, servername: "venue.test" } })).toBe("welcome");
    expect(await reach(`wss://127.0.0.1:${port}`, { tls: { ...tls, servername: "other.test" } })).toMatch(
      /^closed 1006 ERR_TLS_CERT_ALTNAME_INVALID/,
    );
  });

  it("shows a certificate of its own, with the key as text or in a file", async () => {
    const { port, clients } = await startVenue("tls-both-sides");
    const folder = mkdtempSync(join(tmpdir(), "depthwire-tls-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const keyFile = join(folder, "key.pem");
    writeFileSync(keyFile, selfSignedCertificate.key, { mode: 0o600 });
    const tls = { ca: selfSignedCertificate.cert, cert: selfSignedCertificate.cert };
    expect(await reach(`wss://localhost:${port}`, { tls: { ...tls, key: selfSignedCertificate.key } })).toBe("welcome");
    expect(await reach(`wss://localhost:${port}`, { tls: { ...tls, keyFile } })).toBe("welcome");
    expect(clients).toEqual(["depthwire test", "depthwire test"]);
    const missing = await reach(`wss://localhost:${port}`, { tls: { ...tls, keyFile: join(folder, "none.pem") } });
    expect(missing).toBe("closed 1006 the TLS key cannot be read");
  });
});

describe("a proxy", () => {
  it.each(["plain", "tls"] as const)("is asked for a %s connection", async (secure) => {
    const { port } = await startVenue(secure);
    const { address: proxy, asked } = await startProxy();
    const scheme = secure === "plain" ? "ws" : "wss";
    const network = { proxy, tls: { ca: selfSignedCertificate.cert } };
    expect(await reach(`${scheme}://venue.test:${port}/cbu`, network)).toBe("welcome");
    expect(asked).toEqual([`venue.test:${port}`]);
  });

  it("that refuses is a connection that was not made", async () => {
    const { address: proxy } = await startProxy("refuses");
    expect(await reach("wss://venue.test:443", { proxy })).toMatch(/^closed 1006 .*407/);
  });

  it("that is not there is a connection that was not made", async () => {
    const { port } = await startVenue("plain");
    const gone = "http://127.0.0.1:1";
    expect(await reach(`ws://127.0.0.1:${port}`, { proxy: gone })).toMatch(/^closed 1006 ECONNREFUSED/);
    expect(await reach(`ws://127.0.0.1:${port}`, { proxy: "none" })).toBe("welcome");
  });
});

describe("options of the network", () => {
  it.each([
    { network: { proxy: "socks5://127.0.0.1:1" }, shards: 0, option: "proxy" },
    { network: { proxy: "http://user:secret@127.0.0.1:1" }, shards: 0, option: "proxy" },
    { network: { proxy: "nowhere" }, shards: 0, option: "proxy" },
    { network: { tls: { key: selfSignedCertificate.key } }, shards: 1, option: "tls.key" },
  ])("are refused when $option cannot be used", ({ network, shards, option }) => {
    expect(() => checkNetwork(network, shards)).toThrowError(
      expect.objectContaining({ code: "option-invalid", details: expect.objectContaining({ option }) }),
    );
  });

  it("are refused in words that say what can", () => {
    const proxy = "environment, none, or an http: or https: address without user and password";
    const ruleOf = (network: SocketNetworkOptions, shards: number): unknown => {
      try {
        checkNetwork(network, shards);
        return undefined;
      } catch (error) {
        return (error as { readonly details: { readonly rule: string } }).details.rule;
      }
    };
    const credential = { proxyCredential: { user: "ann", password: "secret" } };
    expect(ruleOf({ proxy: "https://:secret@127.0.0.1:1" }, 0)).toBe(proxy);
    expect(ruleOf({ proxy: "https://127.0.0.1:1" }, 1)).toBeUndefined();
    expect(ruleOf({ tls: { key: "PEM" } }, 1)).toBe("a keyFile where shards are in threads");
    expect(ruleOf(credential, 1)).toBe("a proxyCredentialFile where shards are in threads");
    expect(ruleOf(credential, 0)).toBeUndefined();
    expect(ruleOf({ tls: { keyFile: "key.pem" } }, 1)).toBeUndefined();
  });

  it("become those of a connection", () => {
    const address = "wss://venue.test";
    const folder = mkdtempSync(join(tmpdir(), "depthwire-network-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const keyFile = join(folder, "key.pem");
    writeFileSync(keyFile, "KEY");
    expect(connectionOptions(address, {}, {})).toEqual({});
    expect(connectionOptions(address, { proxy: "none" }, { https_proxy: "http://proxy:1" })).toEqual({});
    const tls = { ca: "CA", cert: "CERT", keyFile, servername: "name" };
    expect(connectionOptions(address, { tls }, {})).toEqual({
      ca: ["CA"],
      cert: "CERT",
      key: "KEY",
      servername: "name",
    });
    expect(connectionOptions(address, { tls: { ca: ["A", "B"], key: "OWN" } }, {})).toEqual({
      ca: ["A", "B"],
      key: "OWN",
    });
    const proxyOf = (options: SocketNetworkOptions) =>
      connectionOptions(address, options, { https_proxy: "http://environment:1" }).agent;
    expect(proxyOf({})).toMatchObject({ proxy: new URL("http://environment:1") });
    const named = { proxy: "http://named:1", proxyCredential: { user: "ann", password: "b" } };
    expect(proxyOf(named)).toMatchObject({
      proxy: new URL("http://named:1"),
      proxyHeaders: { "proxy-authorization": `Basic ${Buffer.from("ann:b").toString("base64")}` },
    });
  });

  it.each([
    {},
    { proxy: "none" },
    { proxy: "environment" },
    { proxy: "http://127.0.0.1:1" },
    { tls: { key: selfSignedCertificate.key } },
  ])("%j are taken", (network) => {
    expect(() => checkNetwork(network, 0)).not.toThrow();
  });
});
