import { ValidationError } from "@depthwire/core";
import { firstUserAccount } from "@depthwire/exchange";
import { type AccountId, lastUserAccount } from "@depthwire/exchange/internal";
import type { LatencyOptions } from "./latency-options.js";

/** What is delayed. */
export type DelayKind = "orderEntry" | "response" | "feed";

/** A delay in its one form. */
export interface Delay {
  readonly ms: number;
  readonly jitterMs: number;
}

/** Delays that were set. */
export type Delays = Readonly<Partial<Record<DelayKind, Delay>>>;

/** Everybody's delays, and those of accounts that differ. */
export interface LatencySettings {
  readonly usual: Delays;
  readonly accounts: ReadonlyMap<AccountId, Delays>;
}

/** What can be delayed, in the order of a request's way. */
export const delayKinds: readonly DelayKind[] = ["orderEntry", "response", "feed"];

/** Longest delay and widest jitter, in milliseconds. */
const maxDelayMs = 60_000;

/** How an error is told: options and bodies have errors of their own. */
export type Refuse = (path: string, rule: string) => never;

function refuseOption(path: string, rule: string): never {
  throw new ValidationError("option-invalid", { option: path === "" ? "latency" : `latency.${path}`, rule });
}

function entriesOf(value: unknown, path: string, refuse: Refuse): readonly (readonly [string, unknown])[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuse(path, "an object");
  }
  return Object.entries(value).filter(([, one]) => one !== undefined);
}

function checkMs(value: unknown, path: string, refuse: Refuse): number {
  const isFit = typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= maxDelayMs;
  return isFit ? value : refuse(path, `an integer from 0 to ${maxDelayMs}`);
}

function checkDelay(value: unknown, path: string, refuse: Refuse): Delay {
  if (typeof value === "number") {
    return { ms: checkMs(value, path, refuse), jitterMs: 0 };
  }
  const entries = entriesOf(value, path, refuse);
  const unknown = entries.find(([name]) => name !== "ms" && name !== "jitterMs");
  if (unknown !== undefined) {
    refuse(`${path}.${unknown[0]}`, "a known key: ms, jitterMs");
  }
  const { ms, jitterMs = 0 } = Object.fromEntries(entries);
  return { ms: checkMs(ms, `${path}.ms`, refuse), jitterMs: checkMs(jitterMs, `${path}.jitterMs`, refuse) };
}

/** Delays from outside, checked. Keys of `others` are somebody else's to check. */
export function checkDelays(
  value: unknown,
  {
    path,
    others = [],
    refuse,
  }: { readonly path: string; readonly others?: readonly string[]; readonly refuse: Refuse },
): Delays {
  const place = (name: string): string => (path === "" ? name : `${path}.${name}`);
  const own = entriesOf(value, path, refuse).filter(([name]) => !others.includes(name));
  return Object.fromEntries(
    own.map(([name, delay]) => {
      const kind = delayKinds.find((one) => one === name) ?? refuse(place(name), `one of ${delayKinds.join(", ")}`);
      return [kind, checkDelay(delay, place(kind), refuse)];
    }),
  );
}

/** The option, checked. @throws ValidationError `option-invalid` */
export function checkLatency(value: LatencyOptions): LatencySettings {
  const usual = checkDelays(value, { path: "", others: ["accounts"], refuse: refuseOption });
  const accounts = entriesOf(value.accounts ?? {}, "accounts", refuseOption).map(
    ([name, delays]): [AccountId, Delays] => {
      const number = /^[1-9][0-9]{3,11}$/.test(name) ? Number(name) : 0;
      if (number < firstUserAccount || number > lastUserAccount) {
        refuseOption(`accounts.${name}`, `the number of an account, from ${firstUserAccount} to ${lastUserAccount}`);
      }
      return [number, checkDelays(delays, { path: `accounts.${name}`, refuse: refuseOption })];
    },
  );
  return { usual, accounts: new Map(accounts) };
}
