import { Credential, type HttpClient, type HttpRequest, type HttpResponse, TransportError } from "@depthwire/core";
import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { type CallerOptions, type CallerPorts, createRestClient, type RestClient } from "../index.js";
import type { IntentEnd } from "../internal.js";

/** One request as the scripted venue saw it. */
export interface SeenRequest extends HttpRequest {
  readonly address: string;
  readonly atMs: number;
}

/** What the venue does with a request: an answer as JSON value or text, or an error of the transport. */
export type Answer = (
  request: SeenRequest,
  attempt: number,
) => object | string | HttpResponse | Promise<object | string>;

/** A client of a venue whose answers a spec writes. */
export interface ScriptedVenue {
  readonly clock: FakeClock;
  /** How far the venue's time reads ahead when it is asked for. */
  readonly venueTime: { aheadMs: number };
  readonly client: RestClient;
  /** Without the requests for the time. */
  readonly seen: SeenRequest[];
  readonly intents: [operation: string, end: IntentEnd | "begun"][];
  readonly logs: { event: string; fields: Readonly<Record<string, unknown>> }[];
  /** Lets `ms` pass until the promise is settled, in steps of 50 ms. */
  settle<Value>(promise: Promise<Value>, ms?: number): Promise<Value>;
}

export const apiKey = "canary-key-1d6bafb9";
export const apiSecret = "canary-secret-c708ac3e70d1";

/** Whether the runtime of a script sends each request once, or may repeat one by itself, as browsers do. */
export type Runtime = "sends-once" | "may-repeat";

export function scriptedVenue(
  answer: Answer,
  options: Partial<CallerOptions> = {},
  ports: Partial<CallerPorts> = {},
  runtime: Runtime = "sends-once",
): ScriptedVenue {
  const clock = fakeClock();
  const venueTime = { aheadMs: 0 };
  const seen: SeenRequest[] = [];
  const intents: ScriptedVenue["intents"] = [];
  const logs: ScriptedVenue["logs"] = [];
  const request: HttpClient = async (address, request, { signal }) => {
    signal?.throwIfAborted();
    if (request.target === "/v3/cbu/timestamp") {
      return jsonResponse({ time: String(clock.epochMs() + venueTime.aheadMs) });
    }
    const one = { ...request, address, atMs: clock.monotonicMs() };
    seen.push(one);
    const given = await untilAborted(Promise.resolve(answer(one, seen.length)), signal);
    return isResponse(given) ? given : jsonResponse(given);
  };
  const http: HttpClient = runtime === "may-repeat" ? Object.assign(request, { mayRepeat: true }) : request;
  const client = createRestClient(
    { addresses: { rest: "http://venue.test" }, credential: new Credential({ apiKey, apiSecret }), ...options },
    {
      clock,
      random: seededRandom(1),
      http,
      logger: { log: (_level, event, fields) => logs.push({ event, fields }) },
      intents: {
        begin: async ({ operation }) => {
          intents.push([operation, "begun"]);
        },
        end: async ({ operation }, end) => {
          intents.push([operation, end]);
        },
      },
      ...ports,
    },
  );
  return {
    clock,
    venueTime,
    client,
    seen,
    intents,
    logs,
    settle: (promise, ms = 60_000) => settle(clock, promise, ms),
  };
}

function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(new TransportError("aborted", {}, { ambiguous: true })));
    work.then(resolve, reject);
  });
}

export function jsonResponse(body: object | string, status = 200): HttpResponse {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status, body: new TextEncoder().encode(text) };
}

function isResponse(given: object | string): given is HttpResponse {
  return typeof given === "object" && "status" in given && "body" in given;
}

async function settle<Value>(clock: FakeClock, promise: Promise<Value>, ms: number): Promise<Value> {
  let done = false;
  const end = (): void => {
    done = true;
  };
  promise.then(end, end);
  for (let passed = 0; passed < ms; passed += 50) {
    await clock.advanceAndSettle(0);
    if (done) {
      break;
    }
    await clock.advanceAndSettle(50);
  }
  return promise;
}
