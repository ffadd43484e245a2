import type { FaultRule, Sandbox } from "@depthwire/sandbox";
import type { ClientProcess } from "../client/client-process.js";
import { isSoon } from "../client/until.js";
import type { Rewrite, RewritingProxy } from "../proxy/rewriting-proxy.js";
import { scaledText } from "./venue-truth.js";

/** How long a fault may wait for its message, in milliseconds. */
const happensWithinMs = 20_000;

/** What a fault of the books has to work with. */
export interface BookStage {
  readonly sandbox: Sandbox;
  readonly pair: string;
  readonly client: ClientProcess;
  /** Only where the fault asks for one. */
  readonly proxy: RewritingProxy | undefined;
  /** Puts another venue in the place of this one, at the same address. */
  restart(): Promise<void>;
}

/** One way in which a book may become wrong. */
export interface BookFault {
  readonly says: string;
  /** By the numbers of `bookRules`. */
  readonly rules: readonly number[];
  /** Whether the client is connected through a proxy. */
  readonly isProxied?: true;
  /** What the proxy does from the beginning. */
  readonly rewrite?: Rewrite;
  /** What the client's numbers are to the venue. */
  readonly seqOfVenue?: (seq: number) => number;
  /** Resolves when it has happened, or did not come about in time. */
  happen(stage: BookStage): Promise<void>;
}

/** Orders faults of the sandbox, and waits until they have happened. */
export async function ordered({ sandbox, pair }: BookStage, ...rules: readonly FaultRule[]): Promise<void> {
  sandbox.faults.add(...rules.map((rule) => (rule.kind === "refuse" ? rule : { pair, ...rule })));
  await isSoon(happensWithinMs, () => sandbox.faults.pending().length === 0);
  sandbox.faults.clear();
}

/** Rewrites messages until one of them was changed. */
export async function rewrittenOnce({ proxy }: BookStage, change: Rewrite): Promise<void> {
  if (proxy === undefined) {
    throw new Error("a fault that rewrites messages needs a proxy");
  }
  let isDone = false;
  proxy.rewrite = (message) => {
    const rewritten = isDone ? undefined : change(message);
    isDone ||= rewritten !== undefined;
    return rewritten;
  };
  await isSoon(happensWithinMs, () => isDone);
  proxy.rewrite = undefined;
}

/** The venue's best price of a side. */
export function bestPrice(stage: BookStage, side: "asks" | "bids"): string {
  return priceAt(stage, side, 0);
}

/** The price of a level that the venue has published. @param index 0: the best one */
export function priceAt({ sandbox, pair }: BookStage, side: "asks" | "bids", index: number): string {
  const price = sandbox.exchange.published(pair)?.window[side].prices[index] ?? 1;
  return scaledText(price, sandbox.exchange.market(pair)?.priceScale ?? 0);
}
