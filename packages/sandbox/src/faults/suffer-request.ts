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
  /** The venue's own refusal of the operation. */
  refuse(code: VenueCode): Response;
}

const usualMs = 2000;

/** Pieces of a slow body. */
const slowPieces = 8;

/** The server itself is busy. */
const usualRefusal = 4003;

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

/** Ends the request's connection. Without one (routes called as functions) there is nothing to end. */
function cut(context: Context): Response {
  const env: unknown = context.env;
  const incoming = typeof env === "object" && env !== null && "incoming" in env ? env.incoming : undefined;
  const { socket } = (incoming ?? {}) as { readonly socket?: { destroy(): void } };
  socket?.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** The same bytes, one piece after the other. */
async function slowly(answer: Response, course: RequestCourse, ms: number): Promise<Response> {
  const body = new Uint8Array(await answer.arrayBuffer());
  const size = Math.max(1, Math.ceil(body.length / slowPieces));
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await wait(course, Math.ceil(ms / slowPieces));
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
  "slow-body": async (rule, course) => slowly(await course.answer(), course, rule.ms ?? usualMs),
  "cut-request": (rule, course, context) => instead(rule, course, () => cut(context)),
  late: async (rule, course) => {
    if (rule.when !== "after") {
      await wait(course, rule.ms ?? usualMs);
    }
    const answer = await course.answer();
    if (rule.when === "after") {
      await wait(course, rule.ms ?? usualMs);
    }
    return answer;
  },
  // The code was checked when the rule came.
  refusal: async (rule, course) => course.refuse((rule.code ?? usualRefusal) as VenueCode),
};

/** Answers a request as the plan wants it. */
export async function sufferRequest(context: Context, faults: FaultPlan, course: RequestCourse): Promise<Response> {
  const rule = faults.takeForRequest(context.req.path);
  return rule === undefined ? course.answer() : sufferings[rule.kind](rule, course, context);
}
