import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { EnvHttpProxyAgent } from "undici";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { environmentProxy } from "./environment-proxy.js";
import { createNodeHttpClient } from "./http-client.js";

describe("the environment's proxy", () => {
  const both = { HTTPS_PROXY: "http://secure:1", HTTP_PROXY: "http://plain:1" };

  it.each([
    { address: "wss://venue.test/cbu", environment: both, proxy: "http://secure:1" },
    { address: "ws://venue.test/cbu", environment: both, proxy: "http://plain:1" },
    { address: "wss://venue.test", environment: { ...both, https_proxy: "http://lower:1" }, proxy: "http://lower:1" },
    { address: "wss://venue.test", environment: { HTTPS_PROXY: "" }, proxy: undefined },
    { address: "wss://venue.test", environment: {}, proxy: undefined },
    { address: "wss://localhost:1", environment: both, proxy: undefined },
    { address: "wss://127.0.0.1:1", environment: both, proxy: undefined },
    { address: "wss://[::1]:1", environment: both, proxy: undefined },
    { address: "wss://venue.test", environment: { ...both, NO_PROXY: "other.test,venue.test" }, proxy: undefined },
    { address: "wss://ws.venue.test", environment: { ...both, no_proxy: ".venue.test" }, proxy: undefined },
    { address: "wss://ws.venue.test", environment: { ...both, no_proxy: "*.venue.test" }, proxy: undefined },
    { address: "wss://ws.venue.test", environment: { ...both, NO_PROXY: "venue.test" }, proxy: undefined },
    { address: "wss://notvenue.test", environment: { ...both, NO_PROXY: "venue.test" }, proxy: "http://secure:1" },
    { address: "wss://venue.test", environment: { ...both, NO_PROXY: "*" }, proxy: undefined },
    { address: "wss://venue.test:8443", environment: { ...both, NO_PROXY: "venue.test:8443" }, proxy: undefined },
    { address: "wss://venue.test", environment: { ...both, NO_PROXY: "venue.test:8443" }, proxy: "http://secure:1" },
    { address: "wss://venue.test", environment: { ...both, NO_PROXY: "venue.test:443" }, proxy: undefined },
  ])("for $address under $environment is $proxy", ({ address, environment, proxy }) => {
    expect(environmentProxy(address, environment)).toBe(proxy);
  });
});

/** Which way undici goes to an address: nobody is looked up, and the proxy opens no tunnel. */
async function wayOfCalls(address: string, exceptions: string): Promise<"proxy" | "direct"> {
  let way: "proxy" | "direct" = "direct";
  const proxy = createServer().on("connect", (_, socket) => {
    way = "proxy";
    socket.end("HTTP/1.1 503 Service Unavailable\r\n\r\n");
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const uri = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const lookup: LookupFunction = (_host, _options, found) => found(new Error("nobody is looked up"), "");
  const agent = new EnvHttpProxyAgent({ httpProxy: uri, httpsProxy: uri, noProxy: exceptions, connect: { lookup } });
  onTestFinished(async () => {
    await agent.destroy();
    proxy.closeAllConnections();
    proxy.close();
  });
  await agent.request({ origin: address, path: "/", method: "GET" }).catch(() => undefined);
  return way;
}

it.each([
  ["wss://venue.test", ""],
  ["wss://venue.test", "venue.test"],
  ["wss://venue.test", "other.test venue.test"],
  ["wss://venue.test", ".venue.test"],
  ["wss://ws.venue.test", "venue.test"],
  ["wss://ws.venue.test", ".venue.test"],
  ["wss://ws.venue.test", "*.venue.test"],
  ["wss://notvenue.test", "venue.test"],
  ["ws://venue.test", "VENUE.test"],
  ["ws://venue.test", "*"],
  ["wss://venue.test:8443", "venue.test:8443"],
  ["wss://venue.test", "venue.test:8443"],
  ["wss://venue.test", "venue.test:443"],
  ["ws://venue.test", "venue.test:80"],
])("a socket to %s takes the way of a call, with NO_PROXY %j", async (address, exceptions) => {
  const environment = { HTTP_PROXY: "http://plain:1", HTTPS_PROXY: "http://secure:1", NO_PROXY: exceptions };
  const ofSocket = environmentProxy(address, environment) === undefined ? "direct" : "proxy";
  expect(ofSocket).toBe(await wayOfCalls(address.replace("ws", "http"), exceptions));
});

/** An HTTP server on this machine. Returns its address. */
async function serverOf(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.each(["localhost", "127.0.0.1", "127.0.0.2"])("a call to %s asks no proxy, unless one is named", async (host) => {
  const asked: string[] = [];
  const proxy = await serverOf(
    createServer().on("connect", ({ url = "" }, socket) => {
      asked.push(url);
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    }),
  );
  const here = (await serverOf(createServer((_, response) => response.end("direct")))).replace("127.0.0.1", host);
  for (const name of ["HTTP_PROXY", "http_proxy"]) {
    vi.stubEnv(name, proxy);
  }
  for (const name of ["NO_PROXY", "no_proxy"]) {
    vi.stubEnv(name, "");
  }
  const call = async (address: string, by: string): Promise<void> => {
    const client = createNodeHttpClient({ proxy: by });
    onTestFinished(() => client.close());
    const wanted = { method: "GET", target: "/x", headers: {} } as const;
    // Whether the machine has the address makes no difference.
    await client.request(address, wanted, { maxBodyBytes: 1_000 }).catch(() => undefined);
  };
  await call(here, "environment");
  expect(asked).toEqual([]);
  await call("http://venue.test:81", "environment");
  await call(here, proxy);
  expect(asked).toEqual(["venue.test:81", here.slice("http://".length)]);
});
