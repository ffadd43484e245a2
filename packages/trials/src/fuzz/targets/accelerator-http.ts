import { Agent, request as httpRequest } from "node:http";
import { type Accelerator, openAccelerator } from "@depthwire/accelerator";
import { Credential, type Random } from "@depthwire/core";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { attempt } from "../attempt.js";
import { pick } from "../generate/bytes.js";
import { fuzzLimits, textOf, utf8 } from "../generate/frames.js";
import { type HttpText, type HttpWords, mutateHttp, readHttp, writeHttp } from "../generate/http-text.js";
import { judgeJsonText } from "../judge/json.js";
import type { Finding, FuzzTarget, Judgement, OpenTarget } from "../target.js";
import { lenient } from "./compare.js";

/** Requests to a local accelerator before a sandbox, on loopback sockets that stay open: its door looks at the connection, so there is none without. */
export const acceleratorHttpTarget: FuzzTarget = { name: "accelerator-http", share: 0.4, open: openTarget };

const pair = "4BTC_USDT";
/** An answer that does not come: requests wait at most a fraction of this for the venue. */
const answeredWithinMs = 10_000;
const json: readonly [string, string] = ["content-type", "application/json"];

const requests: readonly HttpText[] = (
  [
    ["GET", "/", ""],
    ["GET", "/health", ""],
    ["GET", "/metrics", ""],
    ["GET", "/queue", ""],
    ["GET", "/openapi.json", ""],
    ["GET", "/docs", ""],
    ["GET", `/book/${pair}?levels=5`, ""],
    ["GET", `/trades/${pair}?limit=3`, ""],
    ["GET", `/ticker/${pair}`, ""],
    ["GET", `/klines/${pair}/1min`, ""],
    ["GET", "/orders", ""],
    ["GET", "/positions", ""],
    ["GET", "/assets?allow-stale=1", ""],
    ["GET", "/fills", ""],
    ["GET", "/halt", ""],
    [
      "POST",
      "/orders",
      `{"pair":"${pair}","side":"open-long","type":"limit","price":"100.5","quantity":"1","leverage":"10"}`,
    ],
    [
      "POST",
      "/orders",
      `{"pair":"${pair}","side":"open-long","type":"market","quantity":"1","leverage":10,"clientOrderId":"1"}`,
    ],
    ["DELETE", "/orders/1", ""],
    ["DELETE", "/orders", `{"pair":"${pair}"}`],
    ["POST", "/flatten", `{"pair":"${pair}"}`],
    ["POST", "/api/v1/perpetual/public?cmd=x", ""],
    ["POST", "/usdt/open", `{"pair":"${pair}"}`],
    ["GET", "/app/", ""],
    ["GET", "/events?since=0", ""],
  ] as const
).map(([method, target, body]) => ({ method, target, headers: body === "" ? [] : [json], body }));

const words: HttpWords = {
  methods: ["GET", "POST", "DELETE", "PUT", "OPTIONS", "HEAD"],
  targets: requests.map(({ target }) => target),
  headers: [
    json,
    ["content-type", "text/plain"],
    ["origin", "http://evil.example"],
    ["origin", "null"],
    ["host", "evil.example"],
    ["host", "localhost"],
    ["sec-fetch-site", "cross-site"],
    ["idempotency-key", "a"],
    ["idempotency-key", ""],
    ["last-event-id", "x-1"],
    ["accept", "text/html"],
    ["authorization", "Bearer x"],
    ["access-control-request-method", "POST"],
    ["cookie", "a=b"],
    ["transfer-encoding", "chunked"],
  ],
  words: [
    "pair",
    "side",
    "type",
    "price",
    "quantity",
    "leverage",
    "clientOrderId",
    "levels",
    "limit",
    "since",
    "allow-stale",
    "open-long",
    "close-long",
    "market",
    pair,
    "1",
    "0.001",
    "period",
    "1min",
  ],
};

async function openTarget(): Promise<OpenTarget> {
  const errors: string[] = [];
  const logger = {
    log: (level: string, event: string, fields?: Readonly<Record<string, unknown>>) =>
      void (level === "error" && errors.push(`${event} ${String(fields?.["error"])}`)),
  };
  const sandbox = await startSandbox({ pairs: [pair], seed: 7, requestsPerWindow: 0 });
  const accelerator = await openAccelerator({
    venue: { addresses: [sandbox.pushUrl], restAddress: sandbox.restUrl, rest: { throttle: { limit: 10_000 } } },
    port: 0,
    credential: new Credential(sandbox.credential),
    patienceMs: 1_000,
    logger,
  });
  return new AcceleratorTarget(sandbox, accelerator, errors);
}

class AcceleratorTarget implements OpenTarget {
  readonly seeds: readonly Uint8Array[] = requests.map((request) => utf8(writeHttp(request)));
  readonly patience = { ms: 1_000, usPerByte: 40 };
  readonly #sandbox: Sandbox;
  readonly #accelerator: Accelerator;
  readonly #errors: string[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });

  constructor(sandbox: Sandbox, accelerator: Accelerator, errors: string[]) {
    this.#sandbox = sandbox;
    this.#accelerator = accelerator;
    this.#errors = errors;
  }

  generate(random: Random): Uint8Array {
    return utf8(writeHttp(mutateHttp(pick(random, requests), random, words)));
  }

  mutate(input: Uint8Array, random: Random): Uint8Array {
    return utf8(writeHttp(mutateHttp(readHttp(textOf(input)), random, words)));
  }

  async run(input: Uint8Array): Promise<Judgement> {
    const read = readHttp(textOf(input));
    // Node's client sends every method in capitals.
    const request = { ...read, method: read.method.toUpperCase() };
    const answer = await this.#ask(request);
    const findings: Finding[] = this.#errors
      .splice(0)
      .map((words) => ({ kind: "uncaught", signature: words, detail: textOf(input).slice(0, 300) }));
    if (answer === "silence") {
      const detail = textOf(input).slice(0, 300);
      findings.push({ kind: "slow", signature: `${request.method} is not answered`, detail });
    }
    if (answer === undefined || answer === "silence") {
      return { taken: false, findings };
    }
    const { status, type, body } = answer;
    if (status >= 500 && body.includes('"internal"')) {
      findings.push({ kind: "uncaught", signature: "HTTP 500", detail: textOf(input).slice(0, 300) });
    }
    if (
      type.startsWith("application/json") &&
      request.method !== "HEAD" &&
      judgeJsonText(body, Number.MAX_SAFE_INTEGER).kind === "refused"
    ) {
      findings.push(lenient("an answer of the accelerator is no JSON", body.slice(0, 200)));
    }
    const isDone = status >= 200 && status < 300;
    findings.push(...(isDone ? mustNotBeDone(request) : []));
    return {
      taken: isDone,
      features: [`${request.method} ${request.target.replace(/[?#].*$/s, "").slice(0, 40)} ${status} ${codeIn(body)}`],
      findings,
    };
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    await this.#accelerator.close();
    await this.#sandbox.close();
  }

  /** Undefined: no client can send it, or it was cut off. Silence: nothing came within the time. A stream is not read to its end, which it does not have. */
  #ask({
    method,
    target,
    headers,
    body,
  }: HttpText): Promise<{ status: number; type: string; body: string } | "silence" | undefined> {
    return new Promise((resolve) => {
      const options = {
        agent: this.#agent,
        method,
        path: target,
        headers: Object.fromEntries(headers),
        host: "127.0.0.1",
        port: this.#accelerator.port,
        timeout: answeredWithinMs,
      };
      const sent = attempt(() => httpRequest(options));
      if (sent.kind !== "taken") {
        resolve(undefined);
        return;
      }
      const request = sent.value;
      request.on("error", () => resolve(undefined));
      request.on("timeout", () => {
        resolve("silence");
        request.destroy();
      });
      request.on("upgrade", (_response, socket) => {
        socket.destroy();
        resolve(undefined);
      });
      request.on("response", (response) => {
        const { statusCode = 0, headers: answered } = response;
        const chunks: Buffer[] = [];
        const finish = (): void =>
          resolve({
            status: statusCode,
            type: answered["content-type"] ?? "",
            body: Buffer.concat(chunks).toString("utf8"),
          });
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", finish);
        response.on("error", finish);
        if (answered["content-length"] === undefined) {
          finish();
          response.destroy();
        }
      });
      request.end(body === "" || method === "GET" || method === "HEAD" ? undefined : body);
    });
  }
}

function codeIn(body: string): string {
  return /"code":"([a-z0-9-]{1,40})"/.exec(body)?.[1] ?? "";
}

/** What the judge knows of a request that was carried out, though it must not have been. */
function mustNotBeDone({ method, target, headers, body }: HttpText): readonly Finding[] {
  const last = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const host = last.get("host");
  const origin = last.get("origin");
  const findings: Finding[] = [];
  if (host !== undefined && !/^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host)) {
    findings.push(lenient("a request to a foreign host was carried out", `${method} ${target} ${host}`));
  }
  if (
    origin !== undefined &&
    !/^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(origin) &&
    method !== "OPTIONS"
  ) {
    findings.push(lenient("a request of a foreign page was carried out", `${method} ${target} ${origin}`));
  }
  const isOrder = /^\/orders(?:\?|$)/.test(target) && method === "POST";
  if (isOrder && judgeJsonText(body, fuzzLimits.maxInflatedBytes).kind === "refused") {
    findings.push(lenient("an order that is no JSON was carried out", body.slice(0, 200)));
  }
  return findings;
}
