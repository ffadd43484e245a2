import { once } from "node:events";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import type { Logger } from "@depthwire/core";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SandboxOptions } from "../options.js";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { PushClient } from "../spec-support/push-client.js";

const pair = "4BTC_USDT";
const page = "http://app.test";

async function open(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ pairs: [pair], ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** `fetch` sets Host and Origin itself. */
async function ask(
  { port }: Sandbox,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> {
  const call = request({ host: "127.0.0.1", port, method, path, headers, agent: false });
  call.end(body);
  const [response] = await once(call, "response");
  let text = "";
  for await (const part of response.setEncoding("utf8")) {
    text += part;
  }
  return { status: response.statusCode, headers: response.headers, text };
}

const depthPath = `/v2/mdata/depth?pair=${pair}&size=1`;

describe("who may not ask", () => {
  it("is told what was refused and which option opens it, in both forms of answers", async () => {
    const { status, headers, text } = await ask(await open(), "GET", depthPath, { host: "devbox.test:8090" });
    expect(status).toBe(403);
    expect(headers["content-type"]).toMatch(/^application\/json/);
    const msg = expect.stringMatching(/devbox\.test:8090.*--allow-host devbox\.test/);
    expect(JSON.parse(text)).toEqual({ state: 403, msg, error: { code: "host-refused", msg } });
  });

  it("changes nothing", async () => {
    const sandbox = await open();
    const fault = '{"kind":"refuse"}';
    const json = { "content-type": "application/json" };
    for (const headers of [
      { ...json, origin: page },
      { ...json, host: "evil.test" },
      { ...json, "sec-fetch-site": "cross-site" },
      { "content-type": "text/plain" },
    ]) {
      const { status } = await ask(sandbox, "POST", "/_sandbox/faults", headers, fault);
      expect([403, 415]).toContain(status);
    }
    expect(sandbox.faults.pending()).toEqual([]);
    expect((await ask(sandbox, "POST", "/_sandbox/faults", json, fault)).status).toBe(200);
    expect(sandbox.faults.pending().length).toBe(1);
  });

  it("is told to the logger", async () => {
    const told: string[] = [];
    const logger: Logger = { log: (level, event, fields) => told.push(`${level} ${event} ${fields["code"]}`) };
    await ask(await open({ logger }), "GET", depthPath, { origin: page });
    expect(told).toEqual(["warn request-refused origin-refused"]);
  });

  it("gets no WebSocket, and reads why", async () => {
    const { pushUrl } = await open();
    await expect(PushClient.open(pushUrl, { origin: page })).rejects.toThrow("403");
    const socket = connect(Number(new URL(pushUrl).port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.write("GET /cbu HTTP/1.1\r\nHost: evil.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    let text = "";
    for await (const part of socket.setEncoding("utf8")) {
      text += part;
    }
    const [head = "", body = ""] = text.split("\r\n\r\n");
    expect(head.split("\r\n")).toEqual([
      "HTTP/1.1 403 Forbidden",
      "Connection: close",
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${body.length}`,
    ]);
    expect(body).toMatch(/"host-refused".*--allow-host evil\.test/);
  });
});

describe("a page of the user's own", () => {
  it("asks as a browser makes it ask: beforehand, then with its origin, and reads the answer", async () => {
    const sandbox = await open({ allowOrigins: [page] });
    const preflight = await ask(sandbox, "OPTIONS", "/v3/cbu/order/open", {
      origin: page,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,svc-api-key,svc-timestamp,svc-api-sign",
      "access-control-request-private-network": "true",
      "sec-fetch-site": "cross-site",
    });
    expect(preflight).toMatchObject({ status: 204, text: "" });
    expect(preflight.headers).toMatchObject({
      "access-control-allow-origin": page,
      "access-control-allow-methods": expect.stringContaining("POST"),
      "access-control-allow-headers": "content-type,svc-api-key,svc-timestamp,svc-api-sign",
      "access-control-allow-private-network": "true",
      vary: "Origin",
    });
    const answer = await ask(sandbox, "GET", depthPath, { origin: page, "sec-fetch-site": "cross-site" });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ "access-control-allow-origin": page, vary: "Origin" });
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
    expect(answer.text).toContain(pair);
    // Refusals of the venue can be read, too.
    const unknown = await ask(sandbox, "GET", "/v3/nothing", { origin: page });
    expect(unknown).toMatchObject({ status: 404, headers: { "access-control-allow-origin": page } });
  });

  it("may connect to the push protocols", async () => {
    const { pushUrl } = await open({ allowOrigins: [page] });
    const client = await PushClient.open(pushUrl, { origin: page });
    onTestFinished(() => client.close());
    client.send({ sub: `${pair}_depth` });
    expect(await client.nextJson()).toMatchObject({ topic: `${pair}_depth` });
    await expect(PushClient.open(pushUrl, { origin: "http://other.test" })).rejects.toThrow("403");
  });

  it("gets no header of this kind while it is not allowed", async () => {
    const sandbox = await open({ allowOrigins: ["http://other.test"] });
    const asked = { origin: page, "access-control-request-method": "POST" };
    const { status, headers } = await ask(sandbox, "OPTIONS", "/v3/cbu/order/open", asked);
    expect(status).toBe(403);
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

it("takes the operator's token and no other, on every way to his addresses", async () => {
  const operatorToken = "a-token-of-the-operator";
  const sandbox = await open({ host: "0.0.0.0", operatorToken });
  const authorization = `Bearer ${operatorToken}`;
  for (const path of ["/_sandbox/accounts", "/%5fsandbox/accounts", "/x/../_sandbox/accounts", "/_sandbox/book/none"]) {
    expect(await ask(sandbox, "GET", path, {})).toMatchObject({
      status: 401,
      headers: { "www-authenticate": "Bearer" },
    });
    expect((await ask(sandbox, "GET", path, { authorization })).status).toBeOneOf([200, 404]);
  }
});

describe("an address", () => {
  it("has so many connections open at once, and another one when one of them has gone", async () => {
    const { pushUrl, restUrl } = await open({ maxConnectionsPerAddress: 2 });
    const first = await PushClient.open(pushUrl);
    const second = await PushClient.open(pushUrl);
    onTestFinished(() => second.close());
    await expect(PushClient.open(pushUrl)).rejects.toThrow("503");
    const refused = await fetch(restUrl + depthPath);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("connection")).toBe("close");
    expect(await refused.json()).toMatchObject({
      error: { code: "too-many-connections", msg: expect.stringContaining("--connections-per-address NUMBER") },
    });
    first.close();
    await expect.poll(async () => (await fetch(restUrl + depthPath)).status).toBe(200);
  });
});

it.each<[string, SandboxOptions]>([
  ["allowHosts", { allowHosts: ["devbox.test:8090"] }],
  ["allowHosts", { allowHosts: ["*"] }],
  ["allowOrigins", { allowOrigins: ["null"] }],
  ["allowOrigins", { allowOrigins: ["*"] }],
  ["allowOrigins", { allowOrigins: ["http://localhost:3000/"] }],
  ["operatorToken", { operatorToken: "short" }],
  ["maxConnectionsPerAddress", { maxConnectionsPerAddress: 0 }],
  ["messagesPerSecond", { messagesPerSecond: -1 }],
  ["subscriptionsPerSecond", { subscriptionsPerSecond: 1.5 }],
])("refuses a wrong %s: %j", async (option, options) => {
  await expect(startSandbox(options)).rejects.toMatchObject({ code: "option-invalid", details: { option } });
});
