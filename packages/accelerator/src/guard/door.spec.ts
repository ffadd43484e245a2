import { once } from "node:events";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { json } from "../server/answer.js";
import { createHttpServer, listen, shut } from "../server/http-server.js";
import { Router } from "../server/router.js";
import { Door } from "./door.js";
import { type GuardOptions, guardSettingsOf } from "./guard-options.js";

const token = "a-token-that-nobody-guesses";
const withToken = { authorization: `Bearer ${token}` };
const jsonBody = { "content-type": "application/json" };
const page = "http://app.test";

/** A server behind the door, with one address to read, one to change, and the one that takes a form. */
async function open(options: GuardOptions = { token }): Promise<{ port: number; carriedOut: string[] }> {
  const carriedOut: string[] = [];
  const answer = ({ method, path }: { method: string; path: string }) => {
    carriedOut.push(`${method} ${path}`);
    return json({ state: 0 });
  };
  const router = new Router([
    { method: "GET", path: "/account", summary: "", answer },
    { method: "POST", path: "/orders", summary: "", answer },
    { method: "DELETE", path: "/orders/:id", summary: "", answer },
    { method: "POST", path: "/v1.1/cquery", summary: "", answer },
  ]);
  const settings = guardSettingsOf(options);
  const server = createHttpServer({ door: new Door(settings, "svc-api-key"), router, logger: undefined });
  const port = await listen(server, 0, settings.bind);
  onTestFinished(() => shut(server));
  return { port, carriedOut };
}

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string;
}

interface Told {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** `fetch` sets Host and Origin itself. */
async function ask(port: number, { method = "GET", path = "/account", headers = {}, body }: Asked): Promise<Told> {
  const call = request({ host: "127.0.0.1", port, method, path, headers, agent: false });
  call.on("error", () => undefined);
  call.end(body);
  const [response] = await once(call, "response");
  let text = "";
  for await (const part of response.setEncoding("utf8")) {
    text += part;
  }
  return { status: response.statusCode, headers: response.headers, text };
}

function codeOf({ text }: Told): string {
  const { error } = JSON.parse(text) as { error?: { code: string } };
  return error?.code ?? "admitted";
}

const place = { method: "POST", path: "/orders", body: "{}" };
const query = { method: "POST", path: "/v1.1/cquery", body: "cmds=[]" };
const form = { "content-type": "application/x-www-form-urlencoded" };

/** What is asked, with which headers, and what becomes of it. */
const cases: readonly (readonly [what: string, asked: Asked, outcome: string])[] = [
  // Whose name is called.
  ["127.0.0.1", { headers: { ...withToken, host: "127.0.0.1" } }, "admitted"],
  ["localhost with another port", { headers: { ...withToken, host: "localhost:1" } }, "admitted"],
  ["localhost with its dot", { headers: { ...withToken, host: "localhost." } }, "admitted"],
  ["IPv6 loopback", { headers: { ...withToken, host: "[::1]:8080" } }, "admitted"],
  ["another loopback address", { headers: { ...withToken, host: "127.9.9.9" } }, "admitted"],
  ["a stranger's name that leads here (rebinding)", { headers: { ...withToken, host: "evil.test" } }, "host-refused"],
  ["a name that begins with ours", { headers: { ...withToken, host: "localhost.evil.test" } }, "host-refused"],
  ["a name that contains our address", { headers: { ...withToken, host: "127.0.0.1.nip.io" } }, "host-refused"],
  ["a name below localhost", { headers: { ...withToken, host: "evil.localhost" } }, "host-refused"],
  ["the wildcard address", { headers: { ...withToken, host: "0.0.0.0:8080" } }, "host-refused"],
  ["an address of the network", { headers: { ...withToken, host: "192.168.1.5" } }, "host-refused"],
  ["an address as one number", { headers: { ...withToken, host: "2130706433" } }, "host-malformed"],
  ["an address in hexadecimal", { headers: { ...withToken, host: "0x7f000001" } }, "host-malformed"],
  ["a short address", { headers: { ...withToken, host: "127.1" } }, "host-malformed"],
  ["a name with a user", { headers: { ...withToken, host: "user@localhost" } }, "host-malformed"],
  ["two names in one", { headers: { ...withToken, host: "localhost,evil.test" } }, "host-malformed"],
  [
    "a stranger's name with the right token",
    { ...place, headers: { ...withToken, ...jsonBody, host: "evil.test" } },
    "host-refused",
  ],
  [
    "an unknown path under a stranger's name",
    { path: "/nothing", headers: { ...withToken, host: "evil.test" } },
    "host-refused",
  ],
  ["a target that is a whole address", { path: "http://localhost/account", headers: withToken }, "admitted"],
  ["a target of a stranger's", { path: "http://evil.test/account", headers: withToken }, "host-refused"],
  // Which page asks.
  ["a page of another origin reads", { headers: { ...withToken, origin: page } }, "origin-refused"],
  [
    "a page of another origin changes",
    { ...place, headers: { ...withToken, ...jsonBody, origin: page } },
    "origin-refused",
  ],
  [
    "a page of this computer, at another port",
    { headers: { ...withToken, origin: "http://127.0.0.1:3000" } },
    "origin-refused",
  ],
  ["a page of ours over TLS", { headers: { ...withToken, origin: "https://127.0.0.1" } }, "origin-refused"],
  ["a file, or a frame in a sandbox", { headers: { ...withToken, origin: "null" } }, "origin-refused"],
  ["a change of such a frame", { ...place, headers: { ...withToken, ...jsonBody, origin: "null" } }, "origin-refused"],
  ["an extension", { headers: { ...withToken, origin: "chrome-extension://abcdefgh" } }, "origin-refused"],
  ["an empty origin", { headers: { ...withToken, origin: "" } }, "origin-refused"],
  [
    "a page at the name that it calls",
    { headers: { ...withToken, host: "127.0.0.1:8080", origin: "http://127.0.0.1:8080" } },
    "admitted",
  ],
  [
    "a page at localhost, which calls the address",
    { headers: { ...withToken, host: "127.0.0.1:8080", origin: "http://localhost:8080" } },
    "origin-refused",
  ],
  ["another site, without an origin", { headers: { ...withToken, "sec-fetch-site": "cross-site" } }, "site-refused"],
  ["another port of this site", { headers: { ...withToken, "sec-fetch-site": "same-site" } }, "site-refused"],
  ["a site of a kind yet unknown", { headers: { ...withToken, "sec-fetch-site": "nearby" } }, "site-refused"],
  ["an address that a person typed", { headers: { ...withToken, "sec-fetch-site": "none" } }, "admitted"],
  [
    "a form of another site",
    { ...query, headers: { ...withToken, ...form, origin: page, "sec-fetch-site": "cross-site" } },
    "origin-refused",
  ],
  [
    "a form of another site without origin",
    { ...query, headers: { ...withToken, ...form, "sec-fetch-site": "cross-site" } },
    "site-refused",
  ],
  // Who knows the token.
  ["nobody", {}, "token-refused"],
  ["nobody, at a path that is none", { path: "/nothing" }, "token-refused"],
  ["nobody, who changes", { ...place, headers: jsonBody }, "token-refused"],
  ["the token as bearer", { headers: { authorization: `bearer ${token}` } }, "admitted"],
  ["the token in its own header", { headers: { "x-depthwire-token": token } }, "admitted"],
  [
    "the token as a client's API key, whatever it signed",
    { headers: { "svc-api-key": token, "svc-api-sign": "00" } },
    "admitted",
  ],
  ["a wrong token", { headers: { authorization: `Bearer ${token}x` } }, "token-refused"],
  ["a piece of the token", { headers: { authorization: `Bearer ${token.slice(0, -1)}` } }, "token-refused"],
  ["the token in other letters", { headers: { authorization: `Bearer ${token.toUpperCase()}` } }, "token-refused"],
  ["an empty token", { headers: { "x-depthwire-token": "" } }, "token-refused"],
  ["the token without the scheme", { headers: { authorization: token } }, "token-refused"],
  [
    "the token as a password",
    { headers: { authorization: `Basic ${Buffer.from(`:${token}`).toString("base64")}` } },
    "token-refused",
  ],
  ["the token in the address", { path: `/account?token=${token}` }, "token-refused"],
  ["the token in a cookie", { headers: { cookie: `token=${token}` } }, "token-refused"],
  ["a real API key", { headers: { "svc-api-key": "c708ac3e70d115ec29efbee197330627" } }, "token-refused"],
  // What may change something.
  ["JSON", { ...place, headers: { ...withToken, ...jsonBody } }, "admitted"],
  [
    "JSON with its charset",
    { ...place, headers: { ...withToken, "content-type": "Application/JSON; charset=utf-8" } },
    "admitted",
  ],
  ["no type", { ...place, headers: withToken }, "content-type-refused"],
  ["text", { ...place, headers: { ...withToken, "content-type": "text/plain" } }, "content-type-refused"],
  [
    "text that calls itself JSON behind",
    { ...place, headers: { ...withToken, "content-type": "text/plain; application/json" } },
    "content-type-refused",
  ],
  ["a form at a path for JSON", { ...place, headers: { ...withToken, ...form } }, "content-type-refused"],
  [
    "a form with parts",
    { ...place, headers: { ...withToken, "content-type": "multipart/form-data; boundary=x" } },
    "content-type-refused",
  ],
  ["a deletion without a type", { method: "DELETE", path: "/orders/1", headers: withToken }, "content-type-refused"],
  ["a deletion", { method: "DELETE", path: "/orders/1", headers: { ...withToken, ...jsonBody } }, "admitted"],
  ["the form of the batch query", { ...query, headers: { ...withToken, ...form } }, "admitted"],
  [
    "a batch query in text",
    { ...query, headers: { ...withToken, "content-type": "text/plain" } },
    "content-type-refused",
  ],
  // What the server takes.
  [
    "a body that is too long",
    { ...place, body: "x".repeat(70_000), headers: { ...withToken, ...jsonBody } },
    "body-too-large",
  ],
  [
    "a body that says that it is too long",
    { ...place, body: "{}", headers: { ...withToken, ...jsonBody, "content-length": "99999" } },
    "body-too-large",
  ],
  ["a path that is none", { path: "/acount", headers: withToken }, "not-found"],
  [
    "a method that a path does not take",
    { method: "POST", path: "/account", headers: { ...withToken, ...jsonBody }, body: "{}" },
    "method-refused",
  ],
  ["a method of a kind yet unknown", { method: "PROPFIND", headers: { ...withToken, ...jsonBody } }, "method-refused"],
];

describe("who may ask", () => {
  it.each(cases)("%s", async (_, asked, outcome) => {
    const { port, carriedOut } = await open();
    const told = await ask(port, asked);
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
    expect(host.text).toMatch(/none of this accelerator's names.*--allow-host devbox.test/);
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

  it("is refused beyond the bound of connections", async () => {
    const { port } = await open({ token, maxConnectionsPerAddress: 1 });
    const held = connect(port, "127.0.0.1");
    onTestFinished(() => void held.destroy());
    await once(held, "connect");
    await expect.poll(async () => codeOf(await ask(port, { headers: withToken }))).toBe("too-many-connections");
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

describe("without a token", () => {
  it("asks on loopback, under our names alone", async () => {
    const { port } = await open({});
    expect(codeOf(await ask(port, {}))).toBe("admitted");
    expect(codeOf(await ask(port, { headers: { host: "evil.test" } }))).toBe("host-refused");
  });
});
