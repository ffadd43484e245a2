import type { SessionOptions, SessionState } from "@depthwire/stream/internal";

/** The connection as the venue and the network see it. */
export interface Line {
  readonly generation: number;
  readonly state: "opening" | "open" | "closed";
  readonly login: "none" | "sent" | "acknowledged";
  /** Subscriptions that stand at the venue, by name. */
  readonly subscribed: string;
}

/** The session, its connections and what it was asked. Plain data. */
export interface SessionWorld {
  readonly session: SessionState;
  readonly nowMs: number;
  readonly line: Line;
  /** When its timer fires; undefined without one. */
  readonly wakeAtMs: number | undefined;
  readonly heardAtMs: number;
  /** Whether a timer fired late since then. */
  readonly isLate: boolean;
  readonly wanted: string;
  readonly isStopped: boolean;
  readonly wasRefused: boolean;
  readonly fault: string | undefined;
}

/** The rules that hold whenever nothing is under way. @spec document 1, Events, Protocol A; field notes 6 to 8 */
export function judgedSession(options: SessionOptions, world: SessionWorld): SessionWorld {
  return world.fault === undefined ? { ...world, fault: faultOf(options, world) } : world;
}

function faultOf(
  { heartbeat, backoff }: SessionOptions,
  { session, line, wakeAtMs, wanted, isStopped, wasRefused, nowMs, heardAtMs, isLate }: SessionWorld,
): string | undefined {
  const { phase } = session;
  if ((isStopped || wasRefused) && line.state !== "closed") {
    return "a session that is over has a connection";
  }
  if (phase === "open" && line.subscribed !== wanted) {
    return `an open session is subscribed to '${line.subscribed}' and not to '${wanted}'`;
  }
  if ((phase === "open") !== canSend(line)) {
    return "a session is called open, and its connection is not, or the other way round";
  }
  const isOver = phase === "idle" || phase === "stopped" || phase === "refused";
  if (!isOver && wakeAtMs === undefined) {
    return `nothing ever wakes a session that is ${phase}`;
  }
  if (phase === "waiting" && session.dueAtMs - session.sinceMs > backoff.maxWindowMs) {
    return "a session waits longer than its longest window";
  }
  if (phase === "open" && !isLate && nowMs - heardAtMs > heartbeat.pingAfterQuietMs + heartbeat.answerWithinMs) {
    return "a silent connection is not given up in time";
  }
  return undefined;
}

/** Times count from now, and only as far back as something depends on them. */
export function keyOfSession(
  { session, nowMs, line, wakeAtMs, heardAtMs, isLate, wanted, isStopped, wasRefused }: SessionWorld,
  longMs: number,
): string {
  const since = (ms: number): number => Math.min(nowMs - ms, longMs);
  const until = (ms: number): number => (Number.isFinite(ms) ? Math.max(ms - nowMs, -longMs) : 99);
  const { heartbeat, phase, addressIndex, failures, channels } = session;
  const watched = phase === "open";
  return [
    phase,
    addressIndex,
    Math.min(failures, 3),
    phase === "open" ? since(session.sinceMs) : session.dueAtMs - session.sinceMs,
    until(session.dueAtMs),
    watched && heartbeat.pingedAtMs !== undefined ? since(heartbeat.pingedAtMs) : "-",
    watched ? until(heartbeat.dueAtMs) : "-",
    channels.join(""),
    line.generation > 1 ? 2 : line.generation,
    line.state,
    line.login,
    line.subscribed,
    wakeAtMs === undefined ? "-" : until(wakeAtMs),
    watched ? since(heardAtMs) : "-",
    watched && isLate ? 1 : 0,
    wanted,
    isStopped ? 1 : 0,
    wasRefused ? 1 : 0,
  ].join(" ");
}

/** Whether what is sent counts. */
export function canSend({ state, login }: Line): boolean {
  return state === "open" && login === "acknowledged";
}
