import { type Command, canonicalText, type Exchange } from "@depthwire/sandbox/internal";
import { median } from "../../runner/measure.js";
import { demandEqual, processorMs, type VenueFigures } from "./figures.js";
import { bareFlow, bookText, flowExchange, flowStartMs, fundUsers, userFlow } from "./order-flow.js";
import { bookLevels, loadPeerMatcher } from "./peer-matcher.js";

/** One run of a flow: the exchange that it led to, and the processor time that it took. */
export interface FlowRun {
  readonly exchange: Exchange;
  readonly tookMs: number;
}

/** Runs a flow on the bare matcher: the same orders from accounts that need no margin. */
export function runBare(flow: readonly Command[]): FlowRun {
  return run(flowExchange(), flow);
}

/** Runs a flow of users with margin. */
export function runUsers(flow: readonly Command[]): FlowRun {
  const exchange = flowExchange();
  fundUsers(exchange);
  return run(exchange, flow);
}

function run(exchange: Exchange, flow: readonly Command[]): FlowRun {
  const begunMs = processorMs();
  for (const command of flow) {
    exchange.apply(command, flowStartMs);
  }
  return { exchange, tookMs: processorMs() - begunMs };
}

/**
 * Orders a second of 40 users with margin, of the bare matcher, and of npm's nodejs-order-book, by turns in one process.
 *
 * @param peersFolder where the peer is installed; empty: without it
 */
export function measureReducer(orders: number, passes: number, peersFolder: string): VenueFigures {
  const peer = peersFolder === "" ? undefined : loadPeerMatcher(peersFolder);
  const flow = userFlow(1, orders);
  const bare = bareFlow(flow);
  const rates = { users: [] as number[], bare: [] as number[], peer: [] as number[] };
  // An exchange stays alive throughout, as in a venue: where none does, the engine forgets what it has learnt about its objects.
  const kept = runUsers(flow).exchange;
  const first = canonicalText(kept.state);
  // The first passes are those of the compiler.
  for (let pass = -2; pass < passes; pass++) {
    const [withMargin, alone] = [runUsers(flow), runBare(bare)];
    demandEqual("the books of users and of the bare matcher", bookText(withMargin.exchange), bookText(alone.exchange));
    demandEqual("two runs of one flow", first, canonicalText(withMargin.exchange.state));
    const foreign = peer?.run(flow);
    if (foreign !== undefined) {
      demandEqual("the books of the exchange and of nodejs-order-book", bookLevels(alone.exchange), foreign.book);
    }
    if (pass >= 0) {
      rates.users.push((orders / withMargin.tookMs) * 1000);
      rates.bare.push((orders / alone.tookMs) * 1000);
      rates.peer.push(...(foreign === undefined ? [] : [(orders / foreign.tookMs) * 1000]));
    }
  }
  demandEqual("an exchange before and after others ran", first, canonicalText(kept.state));
  return {
    "orders/s with margin": median(rates.users),
    "orders/s of the bare matcher": median(rates.bare),
    ...(peer === undefined ? {} : { "orders/s of nodejs-order-book": median(rates.peer) }),
  };
}
