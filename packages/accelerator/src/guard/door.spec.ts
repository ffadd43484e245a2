import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { json } from "../server/answer.js";
import { createHttpServer, listen, shut } from "../server/http-server.js";
import { Router } from "../server/router.js";
import { Door } from "./door.js";
import { type Asked, cases, jsonBody, page, place, token, withToken } from "./door-cases.spec-kit.js";
import { type GuardOptions, guardSettingsOf } from "./guard-options.js";
import { PageLogins } from "./page-logins.js";

/** A server behind the door, with one address to read, one to change, and the one that takes a form. */
async function open(
  options: GuardOptions = { token },
): Promise<{ port: number; carriedOut: string[]; cookie: string }> {
  const carriedOut: string[] = [];
  let texts = 0;
  const logins = new PageLogins({ nowMs: () => 0, randomText: () => `text-${++texts}` });
  const [cookie = ""] = (logins.redeem(logins.createCode()) ?? "").split(";");
  const answer = ({ method, path }: { method: string; path: string }) => {
    carriedOut.push(`${method} ${path}`);
    return json({ state: 0 });
  };
  const router = new Router([
    { method: "GET", path: "/account", summary: "", answer },
    { method: "POST", path: "/orders", summary: "", answer },
    { method: "DELETE", path: "/orders/:id", summary: "", answer },
    { method: "POST", path: "/v1.1/cquery", summary: "", answer },
    { method: "GET", path: "/app/login", summary: "", answer },
    { method: "POST", path: "/v3/cbu/assets", summary: "", answer },
  ]);
  const settings = guardSettingsOf(options);
  const emptyReads = new Set(["/v3/cbu/assets"]);
  const door = new Door(settings, { apiKeyHeader: "svc-api-key", emptyReads, logins });
  const server = createHttpServer({ door, router, logger: undefined });
  const port = await listen(server, 0, settings.bind);
  onTestFinished(() => shut(server));
  return { port, carriedOut, cookie };
}

/** Puts the cookie of a login where the case says so. */
function withCookie({ path, headers = {}, ...asked }: Asked, cookie: string): Asked {
  const filled = Object.entries(headers).map(([name, value]) => [name, String(value).replace("COOKIE", cookie)]);
  return {
    ...asked,
    ...(path === undefined ? {} : { path: path.replace("COOKIE", cookie) }),
    headers: Object.fromEntries(filled) as Record<string, string>,
  };
}

interface Told {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Whether it was asked over a connection that was kept open. */
  readonly reused: boolean;
}

/** `fetch` sets Host and Origin itself. */
async function ask(
  port: number,
  { method = "GET", path = "/account", headers = {}, body }: Asked,
  agent: Agent | false = false,
): Promise<Told> {
  const call = request({ host: "127.0.0.1", port, method, path, headers, agent });
  call.on("error", () => undefined);
  call.end(body);
  const [response] = await once(call, "response");
  let text = "";
  for await (const part of response.setEncoding("utf8")) {
    text += part;
  }
  return { status: response.statusCode, headers: response.headers, text, reused: call.reusedSocket };
}

function codeOf({ text }: Told): string {
  const { error } = JSON.parse(text) as { error?: { code: string } };
  return error?.code ?? "admitted";
}

describe("who may ask", () => {
  it.each(cases)("%s", async (_, asked, outcome) => {
    const { port, carriedOut, cookie } = await open();
    const told = await ask(port, withCookie(asked, cookie));
    expect(codeOf(told)).toBe(outcome);
    expect(carriedOut.length).toBe(outcome === "admitted" ? 1 : 0);
    // Whatever is answered, no page may read, frame or guess it.
    expect(told.headers["access-control-allow-origin"]).toBeUndefined();
    expect(told.headers).toMatchObject({
      "content-security-policy": expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
  });

  it("are more than sixty", () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
  });

  it("is told what to do next, in both forms of answers", async () => {
    const { port } = await open();
    const told = JSON.parse((await ask(port, { path: "/acount", headers: withToken })).text);
    const msg = "GET /acount: there is no such path; did you mean GET /account?";
    expect(told).toEqual({ state: 404, msg, error: { code: "not-found", msg } });
    const host = await ask(port, { headers: { ...withToken, host: "devbox.test" } });
    expect(host.text).toMatch(/is not a name of this accelerator.*--allow-host devbox.test/);
  });

  it.each([
    ["two Host headers", "GET /account HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", /host-malformed/],
    ["no Host header", "GET /account HTTP/1.1\r\n\r\n", /host-malformed/],
    [
      "headers that are too long",
      `GET /account HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
      /^HTTP\/1.1 431 /,
    ],
  ])("%s: refused", async (_, text, expected) => {
    const { port } = await open();
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined);
    socket.write(text);
    let heard = "";
    for await (const part of socket.setEncoding("utf8")) {
      heard += part;
    }
    expect(heard).toMatch(expected);
  });

  it("is answered however many connections are silent: the oldest of those ends for the newest, and all end soon", async () => {
    const { port } = await open({ token, maxConnections: 2 });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    expect(codeOf(await ask(port, { headers: withToken }, agent))).toBe("admitted");
    const silent = Array.from({ length: 6 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
    onTestFinished(() => silent.forEach((socket) => void socket.destroy()));
    const ends = silent.map((socket) => once(socket.resume(), "close"));
    for (let n = 0; n < 5; n++) {
      expect(codeOf(await ask(port, { headers: withToken }))).toBe("admitted");
    }
    // Whoever has shown the token keeps his connection beside them.
    expect((await ask(port, { headers: withToken }, agent)).reused).toBe(true);
    await Promise.all(ends);
  });

  it("is judged with each request, whatever the connection was admitted with before", async () => {
    const { port } = await open();
    const other = "another-token-of-the-same-length";
    const own = { "x-depthwire-token": token };
    const typed = { ...own, "content-type": "text/plain" };
    const change = { ...place, headers: { ...own, ...jsonBody } };
    const pairs: readonly [first: Asked, then: Asked, outcome: string][] = [
      [{ headers: own }, { headers: own }, "admitted"],
      [{ headers: own }, { headers: { "x-depthwire-token": other } }, "token-refused"],
      [{ headers: own }, { headers: { "x-depthwire-tokem": token } }, "token-refused"],
      [{ headers: withToken }, { headers: { authorization: `Bearer ${other}` } }, "token-refused"],
      [{ headers: withToken }, { headers: { authorization: token } }, "token-refused"],
      [{ headers: own }, { headers: { ...own, host: "evil.test" } }, "host-refused"],
      [{ headers: own }, { headers: own, path: "http://evil.test/account" }, "host-refused"],
      [{ headers: own }, { headers: { ...own, origin: "http://evil.test" } }, "origin-refused"],
      [{ headers: own }, { headers: { ...own, "sec-fetch-site": "cross-site" } }, "site-refused"],
      [{ headers: typed }, { ...place, headers: typed }, "content-type-refused"],
      [change, { ...change, body: '{"pair":"4BTC_USDT"}' }, "admitted"],
      [change, { ...place, headers: { ...jsonBody, "x-depthwire-token": other } }, "token-refused"],
    ];
    for (const [first, then, outcome] of pairs) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      expect(codeOf(await ask(port, first, agent))).toBe("admitted");
      const told = await ask(port, then, agent);
      expect([codeOf(told), told.reused], JSON.stringify(then)).toEqual([outcome, true]);
      agent.destroy();
    }
  });

  it("is answered beyond the connections that are kept open: his own ends with the answer", async () => {
    const { port } = await open({ token, maxConnections: 1 });
    const [one, other] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
    onTestFinished(() => [one, other].forEach((agent) => void agent.destroy()));
    expect((await ask(port, { headers: withToken }, one)).headers.connection).toBe("keep-alive");
    const told = await ask(port, { headers: withToken }, other);
    expect([codeOf(told), told.headers.connection]).toEqual(["admitted", "close"]);
  });
});

describe("a page of the user's own", () => {
  it("asks beforehand without the token, then with it, and reads the answer", async () => {
    const { port, carriedOut } = await open({ token, allowOrigins: [page] });
    const beforehand = await ask(port, {
      method: "OPTIONS",
      path: "/orders",
      headers: {
        origin: page,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,x-depthwire-token",
        "sec-fetch-site": "cross-site",
      },
    });
    expect(beforehand).toMatchObject({ status: 204, headers: { "access-control-allow-origin": page } });
    expect(beforehand.headers["access-control-allow-credentials"]).toBeUndefined();
    const refused = await ask(port, { ...place, headers: { ...jsonBody, origin: page } });
    expect(codeOf(refused)).toBe("token-refused");
    const told = await ask(port, { ...place, headers: { ...withToken, ...jsonBody, origin: page } });
    expect(told).toMatchObject({ status: 200, headers: { "access-control-allow-origin": page, vary: "Origin" } });
    expect(carriedOut).toEqual(["POST /orders"]);
  });
});

it("a page that was allowed gets in by a token, not by the cookie of our own page", async () => {
  const { port, cookie } = await open({ token, allowOrigins: [page] });
  const asked = await ask(port, { ...place, headers: { ...jsonBody, cookie, origin: page } });
  expect(codeOf(asked)).toBe("origin-refused");
  expect(codeOf(await ask(port, { headers: { cookie, origin: page } }))).toBe("origin-refused");
});

describe("without a token", () => {
  it("asks on loopback, under our names alone", async () => {
    const { port } = await open({});
    expect(codeOf(await ask(port, {}))).toBe("admitted");
    expect(codeOf(await ask(port, { headers: { host: "evil.test" } }))).toBe("host-refused");
  });
});
