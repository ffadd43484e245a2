import { ValidationError } from "@depthwire/core";
import { ClockError } from "../../clock/clock-error.js";
import { momentOf } from "../../clock/venue-time.js";
import { refuseOperator } from "../venue-answer.js";
import { type OperatorRequest, type OperatorRoute, operatorChange, operatorRoute } from "./operator-route.js";

function showClock({ context, services: { time } }: OperatorRequest): Response {
  const status = time.status();
  return context.json({ ...status, now: new Date(status.nowMs).toISOString() });
}

/** Sends time ahead; answered when it has arrived. Where the venue goes back meanwhile, the journey was never begun. */
async function travel(request: OperatorRequest, go: () => Promise<void>): Promise<Response> {
  try {
    await go();
  } catch (error) {
    if (!(error instanceof ClockError)) {
      throw error;
    }
    return refuseOperator(request.context, 409, error.code, error.message);
  }
  return showClock(request);
}

function numberOf(value: unknown, path: string): number | undefined {
  if (value === undefined || typeof value === "number") {
    return value;
  }
  throw new ValidationError("value-invalid", { path, rule: "a number" });
}

/** The operator's addresses for the venue's time. */
export const clockRoutes: readonly OperatorRoute[] = [
  operatorRoute(
    {
      method: "GET",
      path: "/_sandbox/clock",
      does: "the venue's time, whether it runs, how fast, and how far it is ahead of the machine's",
    },
    showClock,
  ),
  operatorChange(
    {
      method: "POST",
      path: "/_sandbox/clock/pause",
      does: "time stands until it is resumed or stepped; a step on its way ends",
      body: {},
    },
    (request) => {
      request.services.time.pause();
      return showClock(request);
    },
  ),
  operatorChange(
    {
      method: "POST",
      path: "/_sandbox/clock/resume",
      does: "time runs on",
      body: { "speed?": "how many times as fast as the machine's, from 0.001 to 100000; as before by default" },
    },
    (request, { speed }) => {
      request.services.time.resume(numberOf(speed, "speed"));
      return showClock(request);
    },
  ),
  operatorChange(
    {
      method: "POST",
      path: "/_sandbox/clock/step",
      does: "time passes at once, and everything happens that is due meanwhile; then time stands or runs as before",
      body: { "ms?": "how many milliseconds; until the next tick of the market by default" },
    },
    (request, body) => {
      const { time } = request.services;
      const ms = numberOf(body["ms"], "ms");
      return travel(request, () => (ms === undefined ? time.passTick() : time.pass(ms)));
    },
  ),
  operatorChange(
    {
      method: "POST",
      path: "/_sandbox/clock/until",
      does: "as a step, until a moment",
      body: {
        at: "epoch milliseconds, or a text like 2026-01-31T08:00:00Z; it must be ahead, for time does not go back",
      },
    },
    (request, { at }) => travel(request, () => request.services.time.passUntil(momentOf(at))),
  ),
];
