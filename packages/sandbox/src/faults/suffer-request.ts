import type { Clock } from "@depthwire/core";
import type { VenueCode } from "@depthwire/schema";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import type { FaultPlan, RequestFaultRule } from "./fault-plan.js";

/** How a request would be answered if nothing were wrong. */
export interface RequestCourse {
  readonly clock: Clock;
  /** Carries the request out. */
  answer(): Promise<Response>;
  /** Whether the venue has gone back to a snapshot since the request came: in the past that counts it was never sent. */
  wasNeverSent(): boolean;
  /** The venue's own refusal of the operation. */
  refuse(code: VenueCode): Response;
}

const usualMs = 2000;

/** Pieces of a slow body. */
const slowPieces = 8;

/** What a request is refused with when the sandbox itself fails: the server is busy. @spec document 1, Errors */
export const failedCode: VenueCode = 4003;

const page = "<!DOCTYPE html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>";

type Suffering = (rule: RequestFaultRule, course: RequestCourse, context: Context) => Promise<Response>;

function wait({ clock }: RequestCourse, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve);
  });
}

/** In place of the answer, which after the matcher is thrown away and before it is never made. */
async function instead(rule: RequestFaultRule, course: RequestCourse, make: () => Response): Promise<Response> {
  if (rule.when === "after") {
    await course.answer();
  }
  return make();
}

function text(body: string | null, status: number, type: string): Response {
  return new Response(body, { status, headers: body === null ? {} : { "content-type": type } });
}

/** The request's connection. There is none where routes are called as functions. */
function connectionOf(context: Context): { destroy(): void } | undefined {
  const env: unknown = context.env;
  const incoming = typeof env === "object" && env !== null && "incoming" in env ? env.incoming : undefined;
  const { socket } = (incoming ?? {}) as { readonly socket?: { destroy(): void } };
  return socket;
}

/** Ends the request's connection. */
function cut(context: Context): Response {
  connectionOf(context)?.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** The same bytes, one piece after the other. Where the venue goes back meanwhile, the connection is cut. */
async function slowly(rule: RequestFaultRule, course: RequestCourse, context: Context): Promise<Response> {
  const answer = await course.answer();
  const ms = rule.ms ?? usualMs;
  const body = new Uint8Array(await answer.arrayBuffer());
  const size = Math.max(1, Math.ceil(body.length / slowPieces));
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await wait(course, Math.ceil(ms / slowPieces));
      if (course.wasNeverSent()) {
        const connection = connectionOf(context);
        if (connection === undefined) {
          controller.error(new Error("Cut: the venue went back to a snapshot while it answered"));
        }
        // The body of a connection that is cut is cancelled by the server.
        connection?.destroy();
        return;
      }
      controller.enqueue(body.slice(at, at + size));
      at += size;
      if (at >= body.length) {
        controller.close();
      }
    },
  });
  return new Response(stream, { status: answer.status, headers: answer.headers });
}

const sufferings: Readonly<Record<RequestFaultRule["kind"], Suffering>> = {
  "http-error": (rule, course) =>
    instead(rule, course, () => text("Service unavailable", rule.status ?? 503, "text/plain")),
  html: (rule, course) => instead(rule, course, () => text(page, rule.status ?? 502, "text/html")),
  empty: (rule, course) => instead(rule, course, () => text(null, rule.status ?? 200, "")),
  "slow-body": slowly,
  "cut-request": (rule, course, context) => instead(rule, course, () => cut(context)),
  late: async (rule, course) => {
    if (rule.when !== "after") {
      await wait(course, rule.ms ?? usualMs);
    }
    const answer = await course.answer();
    if (rule.when === "after") {
      await wait(course, rule.ms ?? usualMs);
    }
    return course.wasNeverSent() ? course.refuse(failedCode) : answer;
  },
  // The code was checked when the rule came.
  refusal: (rule, course) => instead(rule, course, () => course.refuse((rule.code ?? failedCode) as VenueCode)),
};

/** Answers a request as the plan wants it. */
export async function sufferRequest(context: Context, faults: FaultPlan, course: RequestCourse): Promise<Response> {
  const rule = faults.takeForRequest(context.req.path);
  return rule === undefined ? course.answer() : sufferings[rule.kind](rule, course, context);
}
