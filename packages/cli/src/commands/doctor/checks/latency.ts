import { type Finding, notChecked, sound } from "../finding.js";

/** Round trips of each kind; undefined where the kind cannot be measured now. */
export interface LatencyPorts {
  /** One call without a key, in milliseconds. */
  readonly call: (() => Promise<number>) | undefined;
  /** One ping of an open push connection, in milliseconds. */
  readonly pings: ((count: number) => Promise<readonly number[]>) | undefined;
}

/** Calls that are timed; a key may make 30 in 5 s. */
const callCount = 7;
const pingCount = 5;
/** Above this something is wrong with the way, not with its length. */
const highMs = 1_000;

/** How long a call and a ping take. */
export async function checkLatency({ call, pings }: LatencyPorts): Promise<Finding> {
  if (call === undefined && pings === undefined) {
    return notChecked("neither REST nor push is reached");
  }
  const calls = call === undefined ? [] : await inTurn(call, callCount);
  const rest = middle(calls);
  const push = middle((await pings?.(pingCount)) ?? []);
  const says = [
    rest === undefined ? "REST not reached" : `a call takes ${rest.toFixed(1)} ms (middle of ${calls.length})`,
    push === undefined ? "push not reached" : `a push ping ${push.toFixed(1)} ms`,
  ].join(", ");
  const details = { restMs: rest, pushMs: push };
  const sentence = says.charAt(0).toUpperCase() + says.slice(1);
  return Math.max(rest ?? 0, push ?? 0) <= highMs
    ? sound(sentence, details)
    : {
        status: "warn",
        code: "latency-high",
        says: sentence,
        remedy: "Look what fills the line, or run the program nearer to the venue.",
        details,
      };
}

async function inTurn(call: () => Promise<number>, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  while (times.length < count) {
    times.push(await call());
  }
  return times;
}

function middle(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
