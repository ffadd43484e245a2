import { createHmac } from "node:crypto";
import type { Random } from "@depthwire/core";
import { compileRecord, writeOrdered } from "@depthwire/core/internal";
import { createInMemoryVenue, type InMemoryVenue } from "@depthwire/sandbox/in-memory";
import type { Operation } from "@depthwire/schema";
import { attempt, attemptLater } from "../attempt.js";
import { pick } from "../generate/bytes.js";
import { fuzzLimits, textOf, utf8 } from "../generate/frames.js";
import { type HttpText, type HttpWords, mutateHttp, readHttp, writeHttp } from "../generate/http-text.js";
import { everyOperation, soundValues } from "../generate/operations.js";
import { judgeJsonText, ownValue } from "../judge/json.js";
import type { Finding, FuzzTarget, Judgement, OpenTarget } from "../target.js";
import { lenient } from "./compare.js";

/** Requests to the venue, at its routes: no socket, no real clock. Signed ones are signed anew, so that what is changed is read too. */
export const venueHttpTarget: FuzzTarget = { name: "venue-http", share: 2, open: async () => new VenueTarget() };

/** A venue that has served so many requests is replaced: its memory is not what is tried. */
const requestsPerVenue = 3_000;
/** Virtual time in which everything must be answered. */
const answeredWithinMs = 120_000;
/** A header of the harness alone, that says how a request is signed. */
const signHeader = "x-sign";

class VenueTarget implements OpenTarget {
  readonly seeds: readonly Uint8Array[];
  readonly patience = { ms: 400, usPerByte: 40 };
  readonly #words: HttpWords;
  readonly #requests: readonly HttpText[];
  readonly #errors: string[] = [];
  #venue: InMemoryVenue;
  #served = 0;

  constructor() {
    this.#venue = this.#openVenue();
    this.#requests = [...soundRequests(), ...operatorRequests];
    this.#words = {
      methods: ["GET", "POST", "DELETE", "PUT", "OPTIONS", "HEAD"],
      targets: [...new Set(this.#requests.map(({ target }) => target))],
      headers: [
        [signHeader, "headers"],
        [signHeader, "form"],
        [signHeader, "wrong"],
        ["content-type", "text/plain"],
        ["svc-timestamp", "1"],
        ["svc-api-key", "x"],
        ["content-type", "application/x-www-form-urlencoded"],
        ["origin", "http://evil.example"],
      ],
      words: [
        ...new Set(
          this.#requests.flatMap(({ body }) =>
            [...body.matchAll(/"([^"\\]{1,24})"/g)].map(([, word]) => word as string),
          ),
        ),
        "4BTC_USDT",
        "5BTC_USD",
        "BTC_USDT",
        "pair",
        "size",
        "period",
        "page",
        "1min",
        "cmd",
      ],
    };
    this.seeds = this.#requests.map((request) => utf8(writeHttp(request)));
  }

  generate(random: Random): Uint8Array {
    return utf8(writeHttp(mutateHttp(pick(random, this.#requests), random, this.#words)));
  }

  mutate(input: Uint8Array, random: Random): Uint8Array {
    return utf8(writeHttp(mutateHttp(readHttp(textOf(input)), random, this.#words)));
  }

  async run(input: Uint8Array): Promise<Judgement> {
    this.#served += 1;
    if (this.#served % requestsPerVenue === 0) {
      this.#venue.close();
      this.#venue = this.#openVenue();
    }
    const request = this.#signed(readHttp(textOf(input)));
    // What no HTTP client can send says nothing about the venue.
    const sendable = attempt(() => new Request(this.#venue.restUrl + request.target, initOf(request)));
    if (sendable.kind !== "taken") {
      return { taken: false };
    }
    const answered = await attemptLater(() =>
      this.#venue.settle(this.#venue.request(inMemory(request)), answeredWithinMs),
    );
    if (answered.kind !== "taken") {
      return { taken: false, findings: answered.kind === "uncaught" ? [answered.finding] : [] };
    }
    const { status, body } = answered.value;
    return this.#judge(request, status, textOf(body));
  }

  async close(): Promise<void> {
    this.#venue.close();
  }

  #judge(request: HttpText, status: number, text: string): Judgement {
    const findings: Finding[] = this.#errors
      .splice(0)
      .map((words) => ({ kind: "uncaught", signature: words.slice(0, 120), detail: words }));
    if (status >= 500) {
      findings.push({ kind: "uncaught", signature: `HTTP ${status}`, detail: text.slice(0, 200) });
    }
    const answer = judgeJsonText(text, Number.MAX_SAFE_INTEGER);
    const state = answer.kind === "value" ? ownValue(answer.value, "state") : undefined;
    const isCarriedOut = status === 200 && String(ownValue({ state }, "state")) !== "undefined" && shown(state) === "0";
    const isSent = initOf(request).body !== undefined;
    const isSignedBody = request.headers.some(([name]) => name === "svc-api-sign") && isSent;
    const body = judgeJsonText(request.body, fuzzLimits.maxInflatedBytes);
    if (isCarriedOut && isSignedBody && body.kind === "refused") {
      findings.push(lenient("the venue carried out a body that is no JSON", `${request.target}: ${body.why}`));
    }
    const path = request.target.replace(/[?#].*$/s, "").slice(0, 60);
    return { taken: isCarriedOut, features: [`${request.method} ${path} ${status} ${shown(state)}`], findings };
  }

  #openVenue(): InMemoryVenue {
    const logger = {
      log: (level: string, event: string, fields?: Readonly<Record<string, unknown>>) =>
        void (level === "error" && this.#errors.push(`${event}: ${String(fields?.["message"])}`)),
    };
    return createInMemoryVenue({
      pairs: ["4BTC_USDT", "5BTC_USD", "BTC_USDT"],
      seed: 7,
      requestsPerWindow: 0,
      wireForms: "tolerant",
      logger,
    });
  }

  /** With the headers or the form's field that prove who sent it. */
  #signed(request: HttpText): HttpText {
    const how = request.headers.findLast(([name]) => name === signHeader)?.[1];
    const headers = request.headers.filter(([name]) => name !== signHeader);
    const { apiKey, apiSecret } = this.#venue.credential;
    const hmac = (text: string): string => createHmac("md5", apiSecret).update(text).digest("hex");
    if (how === "headers" || how === "wrong") {
      const timestamp = String(this.#venue.clock.epochMs());
      const signature = how === "wrong" ? "0".repeat(32) : hmac(timestamp + request.body);
      const signing = [
        ["content-type", "application/json"],
        ["svc-api-key", apiKey],
        ["svc-timestamp", timestamp],
        ["svc-api-sign", signature],
      ] as const;
      const names = new Set(headers.map(([name]) => name.toLowerCase()));
      return { ...request, headers: [...headers, ...signing.filter(([name]) => !names.has(name))] };
    }
    if (how === "form") {
      const form = new URLSearchParams({ cmds: request.body, apikey: apiKey, sign: hmac(request.body) });
      return {
        ...request,
        headers: [...headers, ["content-type", "application/x-www-form-urlencoded"]],
        body: form.toString(),
      };
    }
    return { ...request, headers };
  }
}

function shown(value: unknown): string {
  return typeof value === "object" && value !== null && "text" in value ? String(value.text) : String(value);
}

function initOf({ method, headers, body }: HttpText): RequestInit {
  const hasBody = body !== "" && method !== "GET" && method !== "HEAD";
  return {
    method,
    headers: headers.map(([name, value]) => [name, value] as [string, string]),
    ...(hasBody ? { body } : {}),
  };
}

function inMemory(request: HttpText): Parameters<InMemoryVenue["request"]>[0] {
  const { method = "GET", body, headers } = initOf(request);
  return {
    method,
    target: request.target,
    headers: Object.fromEntries(headers as [string, string][]),
    ...(body === undefined ? {} : { body: String(body) }),
  };
}

/** Two sound requests for each operation; the same in every run. */
function soundRequests(): readonly HttpText[] {
  return everyOperation.flatMap((operation) => {
    const codec = compileRecord(operation.params as never);
    const values = soundValues(operation.params, 2);
    return values.map((value) => requestOf(operation, codec.encode(value as never) as never));
  });
}

function requestOf({ method, path, auth, command }: Operation, params: Readonly<Record<string, string>>): HttpText {
  if (auth === "signed-form") {
    return {
      method,
      target: path,
      headers: [[signHeader, "form"]],
      body: `[{"cmd":${JSON.stringify(command)},"body":${writeOrdered(params)},"index":1}]`,
    };
  }
  if (auth === "none") {
    const fields = Object.entries(params).map(([key, value]): [string, string] => [key, String(value)]);
    const query = new URLSearchParams([
      ...(command === undefined ? [] : [["cmd", command] as [string, string]]),
      ...fields,
    ]);
    return { method, target: `${path}?${query.toString()}`, headers: [], body: "" };
  }
  return { method, target: path, headers: [[signHeader, "headers"]], body: writeOrdered(params) };
}

/** The operator's addresses that change no time: a venue whose clock stands answers nothing. */
const operatorRequests: readonly HttpText[] = [
  ["GET", "/_sandbox/", ""],
  ["GET", "/_sandbox/accounts", ""],
  ["POST", "/_sandbox/accounts", '{"wallet":{"USDT":"1000"}}'],
  ["POST", "/_sandbox/accounts", '{"keys":[{"permissions":["read"]}]}'],
  ["GET", "/_sandbox/accounts/100001", ""],
  ["GET", "/_sandbox/book/4BTC_USDT", ""],
  ["GET", "/_sandbox/exports/fills?format=csv", ""],
  ["POST", "/_sandbox/deposits", '{"account":100001,"coin":"USDT","amount":"5"}'],
  ["POST", "/_sandbox/withdrawals/1", '{"decision":"approve"}'],
  ["POST", "/_sandbox/markets/4BTC_USDT", '{"indexPrice":"100"}'],
  ["GET", "/_sandbox/snapshots", ""],
].map(([method = "", target = "", body = ""]) => ({
  method,
  target,
  headers: body === "" ? [] : [["content-type", "application/json"] as const],
  body,
}));
