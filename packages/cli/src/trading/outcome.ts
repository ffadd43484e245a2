import type { OrderOutcomeUnknown, UnknownOutcome } from "@depthwire/core";
import type { OrderVerdict } from "@depthwire/rest";
import type { Context } from "../program/context.js";
import { Refused } from "../program/refused.js";
import type { OpenedAccount } from "./open-account.js";
import type { PlaceFlags } from "./trade-options.js";

const msPerSecond = 1_000;

/** @throws Refused `usage` for what is no number of seconds */
export function waitMsOf({ wait }: Pick<PlaceFlags, "wait">): number {
  return secondsOf("wait", wait);
}

/** Milliseconds of an option in seconds. @throws Refused `usage` */
export function secondsOf(option: string, text: string): number {
  const seconds = Number(text);
  if (text.trim() === "" || !Number.isFinite(seconds) || seconds < 0) {
    throw new Refused("usage", `--${option} ${text}: it must be a number of seconds, such as 60`);
  }
  return seconds * msPerSecond;
}

/** How a search is bounded. */
export interface SearchBounds {
  readonly timeoutMs: number;
  readonly toleranceMs?: number;
}

/** Looks for an order of unknown outcome; not at all within no time. Ctrl-C ends the search, and says nothing about the order. */
export async function resolveWithin(
  { rest }: OpenedAccount,
  unknown: OrderOutcomeUnknown | UnknownOutcome,
  bounds: SearchBounds,
  { signal, output }: Context,
): Promise<OrderVerdict> {
  const silent: OrderVerdict = { kind: "unknown", reason: "venue-silent" };
  if (bounds.timeoutMs === 0) {
    return silent;
  }
  const seconds = Math.ceil(bounds.timeoutMs / msPerSecond);
  output.note(`Finding out what became of the order, for at most ${seconds} s …`);
  return rest.resolveOrder(unknown, { ...bounds, signal }).catch(() => silent);
}

/** @throws Refused `outcome-unknown` with the command that resolves it */
export function refuseUnknown({ venue, from, flags }: OpenedAccount, outcome: UnknownOutcome): never {
  const { operation, clientOrderId, pair } = outcome;
  const order = `order ${clientOrderId}${pair === undefined ? "" : ` (${pair})`}`;
  const command =
    clientOrderId === undefined
      ? undefined
      : ["depthwire resolve", ...[...wordsOf(outcome), ...namesOf(venue.rest, flags)].map(quoted)].join(" ");
  const remedy =
    command === undefined
      ? "Never send it again: look first whether it was carried out."
      : `Never send it again. Find out what became of it: ${command}`;
  throw new Refused(
    "outcome-unknown",
    `It is not known whether ${venue.rest} carried it out: ${clientOrderId === undefined ? operation : order}, ${from}`,
    remedy,
    { ...outcome, ...(command === undefined ? {} : { command }) },
  );
}

/** What finds the order again. */
function wordsOf({ clientOrderId = "", pair, side, quantity, price, signedAtMs }: UnknownOutcome): readonly string[] {
  const named = { pair, side, quantity, price, "signed-at": signedAtMs };
  return [
    clientOrderId,
    ...Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, String(value)])),
  ];
}

/** What of the command line names venue and account, for the next one. */
function namesOf(rest: string, { venue, account, credential, folder }: OpenedAccount["flags"]): readonly string[] {
  return [
    ...(venue === undefined ? [] : ["--venue", rest]),
    ...(account === undefined ? [] : ["--account", account]),
    ...(credential === undefined ? [] : ["--credential", credential]),
    ...(folder === undefined ? [] : ["--folder", folder]),
  ];
}

/** As a shell takes it for one word. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
