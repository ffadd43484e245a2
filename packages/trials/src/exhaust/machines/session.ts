import {
  defaultSessionOptions,
  idleSession,
  type SessionEffect,
  type SessionInput,
  type SessionOptions,
  stepSession,
} from "@depthwire/stream/internal";
import type { Machine } from "../machine.js";
import { canSend, judgedSession, keyOfSession, type Line, type SessionWorld } from "./session-world.js";

/** How large a world is. */
export interface SessionSize {
  /** One letter a channel. */
  readonly channels: string;
  /** How finely time is told: each wait lasts so many times its shortest. */
  readonly fineness: number;
}

/** Small times, so that few moments differ. Milliseconds. */
function optionsFor({ fineness }: SessionSize): SessionOptions {
  return {
    ...defaultSessionOptions,
    addresses: ["wss://one.test", "wss://two.test"],
    login: "required",
    connectTimeoutMs: 2 * fineness,
    loginTimeoutMs: 2 * fineness,
    stableAfterMs: 4 * fineness,
    heartbeat: { pingAfterQuietMs: 2 * fineness, answerWithinMs: 2 * fineness, pauseToleranceMs: fineness },
    backoff: { firstWindowMs: 2 * fineness, maxWindowMs: 4 * fineness },
  };
}

/** Key that the venue refuses for good. @spec document 1, Authentication */
const unknownKey = 3012;
/** Any other word against a login. */
const busy = 4003;

/** What can happen to a session. `late`: an event of the connection before the present one. */
export type SessionMove =
  | { readonly kind: "input"; readonly input: SessionInput; readonly random: number }
  | { readonly kind: "pass" }
  | { readonly kind: "hear" };

/** How a session is stepped: the product's own way, or one with something planted. */
export type SessionStepper = typeof stepSession;

const noLine: Line = { generation: 0, state: "closed", login: "none", subscribed: "" };

/**
 * One session with its connections, a venue that may do anything at any time, and a clock. Its timer may fire late, as a busy machine's
 * does.
 */
export function sessionMachine(
  size: SessionSize,
  step: SessionStepper = stepSession,
): Machine<SessionWorld, SessionMove> {
  const options = optionsFor(size);
  const channels = [...size.channels];
  return {
    name: "session",
    restore: "kept",
    begin: () => ({
      session: idleSession(),
      nowMs: 0,
      line: noLine,
      wakeAtMs: undefined,
      heardAtMs: 0,
      isLate: false,
      wanted: "",
      isStopped: false,
      wasRefused: false,
      fault: undefined,
    }),
    moves: (world) => movesOf(world, channels),
    step: (world, move) => judgedSession(options, stepWorld(step, options, world, move)),
    key: (world) => keyOfSession(world, 5 * size.fineness),
    fault: ({ fault }) => fault,
    describe: (move) => (move.kind === "input" ? describeInput(move.input) : move.kind),
  };
}

function movesOf(world: SessionWorld, channels: readonly string[]): readonly SessionMove[] {
  const { line, session, nowMs, wakeAtMs } = world;
  const { generation } = line;
  const list: SessionMove[] = [{ kind: "pass" }];
  const add = (input: SessionInput, random = 0.5): void => void list.push({ kind: "input", input, random });
  if (session.phase === "idle") {
    add({ kind: "start" });
  }
  if (wakeAtMs !== undefined && nowMs >= wakeAtMs) {
    add({ kind: "timer", heardAtMs: world.heardAtMs });
    add({ kind: "timer", heardAtMs: world.heardAtMs }, 0.999);
  }
  if (line.state === "opening") {
    add({ kind: "opened", generation });
  }
  if (line.state !== "closed") {
    add({ kind: "closed", generation, code: 1006, cause: "cut" });
  }
  if (generation > 1) {
    // The former socket's last words come whenever they like.
    add({ kind: "closed", generation: generation - 1, code: 1006, cause: "cut" });
    add({ kind: "opened", generation: generation - 1 });
  }
  if (line.state === "open") {
    list.push({ kind: "hear" });
    add({ kind: "ping", ms: 1 });
    add({ kind: "unreadable", cause: "noise" });
    add({ kind: "login-failed", venueCode: busy });
    if (line.login === "sent") {
      add({ kind: "login-acknowledged" });
      add({ kind: "login-failed", venueCode: unknownKey });
    }
  }
  add({ kind: "reachable" });
  add({ kind: "stop" });
  for (const channel of channels) {
    add({ kind: "subscribe", channel });
    add({ kind: "unsubscribe", channel });
    add({ kind: "resubscribe", channel });
  }
  return list;
}

function stepWorld(
  step: SessionStepper,
  options: SessionOptions,
  world: SessionWorld,
  move: SessionMove,
): SessionWorld {
  if (move.kind === "pass") {
    const isLate = world.isLate || (world.wakeAtMs !== undefined && world.nowMs >= world.wakeAtMs);
    return { ...world, nowMs: world.nowMs + 1, isLate };
  }
  if (move.kind === "hear") {
    return heard(world);
  }
  const { input, random } = move;
  const now = { atMs: world.nowMs, random, need: "ordinary" } as const;
  const { state, effects } = step(options, world.session, input, now);
  const before = happened(world, input);
  const after = effects.reduce(carryOut, { ...before, session: state });
  const isTimeless = !Number.isFinite(state.dueAtMs);
  return isTimeless ? { ...after, wakeAtMs: undefined } : after;
}

function heard(world: SessionWorld): SessionWorld {
  return { ...world, heardAtMs: world.nowMs, isLate: false };
}

/** What an input means for the connection and for what is wanted. */
function happened(world: SessionWorld, input: SessionInput): SessionWorld {
  const { line } = world;
  switch (input.kind) {
    case "opened":
      return input.generation === line.generation ? { ...heard(world), line: { ...line, state: "open" } } : world;
    case "closed":
      return input.generation === line.generation ? { ...world, line: { ...line, state: "closed" } } : world;
    case "ping":
      return heard(world);
    case "login-acknowledged":
      return { ...heard(world), line: { ...line, login: "acknowledged" } };
    case "login-failed":
      return { ...heard(world), wasRefused: world.wasRefused || input.venueCode === unknownKey };
    case "timer":
      return { ...world, wakeAtMs: undefined };
    case "subscribe":
      return world.isStopped ? world : { ...world, wanted: withName(world.wanted, input.channel) };
    case "unsubscribe":
      return { ...world, wanted: world.wanted.replace(input.channel, "") };
    case "stop":
      return { ...world, isStopped: true, wanted: "" };
    default:
      return world;
  }
}

function carryOut(world: SessionWorld, effect: SessionEffect): SessionWorld {
  const { line } = world;
  const wrong = (fault: string): SessionWorld => ({ ...world, fault: world.fault ?? fault });
  switch (effect.kind) {
    case "open":
      return line.state === "closed"
        ? { ...world, line: { ...noLine, generation: effect.generation, state: "opening" } }
        : wrong("a connection is made while another one is there");
    case "close":
      return effect.generation === line.generation
        ? { ...world, line: { ...line, state: "closed" } }
        : wrong("a connection is closed that is not the present one");
    case "wake":
      return { ...world, wakeAtMs: effect.atMs };
    case "send-login":
      return line.state === "open" && line.login === "none"
        ? { ...world, line: { ...line, login: "sent" } }
        : wrong("a login is sent twice, or without a connection");
    case "send-subscribe":
      return canSend(line) && !line.subscribed.includes(effect.channel)
        ? { ...world, line: { ...line, subscribed: withName(line.subscribed, effect.channel) } }
        : wrong(`a channel is subscribed to twice on one connection, or before the login counts`);
    case "send-unsubscribe":
      return canSend(line) && line.subscribed.includes(effect.channel)
        ? { ...world, line: { ...line, subscribed: line.subscribed.replace(effect.channel, "") } }
        : wrong("a channel is unsubscribed from that is not subscribed to");
    case "send-ping":
    case "send-pong":
      return line.state === "open" ? world : wrong("something is sent without a connection");
    case "status":
      return world;
  }
}

function withName(names: string, name: string): string {
  return names.includes(name) ? names : [...names, name].sort().join("");
}

function describeInput(input: SessionInput): string {
  const words = Object.entries(input).map(([name, value]) => (name === "kind" ? String(value) : `${name} ${value}`));
  return words.join(", ");
}
