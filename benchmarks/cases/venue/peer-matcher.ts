import { createRequire } from "node:module";
import { join } from "node:path";
import type { Command, Exchange } from "@depthwire/sandbox/internal";
import { processorMs } from "./figures.js";
import { flowPair } from "./order-flow.js";

/** The part of npm's nodejs-order-book that a flow needs: limit orders by account, cancellations, and what waits at each price. */
interface PeerBook {
  limit(order: PeerOrder): { readonly err: unknown };
  cancel(id: string): unknown;
  /** Asks, then bids: `[price, quantity]`. */
  depth(): readonly [PeerSide, PeerSide];
}

type PeerSide = readonly (readonly [price: number, quantity: number])[];

interface PeerOrder {
  readonly id: string;
  readonly side: "buy" | "sell";
  readonly size: number;
  readonly price: number;
  readonly accountId: string;
  /** As in this exchange: of an owner's own two orders the waiting one goes. */
  readonly stpMode: "EXPIRE_MAKER";
}

/** One call of the peer: everything that its caller would have at hand is made before the time begins. */
type PeerCall = PeerOrder | string;

/** Runs flows on npm's nodejs-order-book. */
export interface PeerMatcher {
  run(flow: readonly Command[]): { readonly book: string; readonly tookMs: number };
}

/** The peer as it is installed in a folder. */
export function loadPeerMatcher(peersFolder: string): PeerMatcher {
  const load = createRequire(join(peersFolder, "package.json"));
  const { OrderBook } = load("nodejs-order-book") as { readonly OrderBook: new () => PeerBook };
  return {
    run: (flow) => {
      const calls = callsOf(flow);
      const book = new OrderBook();
      const begunMs = processorMs();
      for (const call of calls) {
        if (typeof call === "string") {
          book.cancel(call);
        } else if (book.limit(call).err !== null) {
          throw new Error(`nodejs-order-book refused order ${call.id}`);
        }
      }
      const tookMs = processorMs() - begunMs;
      const [asks, bids] = book.depth();
      return { book: levelText(asks, bids), tookMs };
    },
  };
}

/** The exchange numbers its orders from 1 on. */
function callsOf(flow: readonly Command[]): readonly PeerCall[] {
  const calls: PeerCall[] = [];
  let id = 0;
  for (const command of flow) {
    if (command.kind === "cancel-order") {
      calls.push(String(command.orderId));
    } else if (command.kind === "place-order" && command.type === "limit") {
      id += 1;
      const side = command.side === "open-long" || command.side === "close-short" ? "buy" : "sell";
      const { quantity: size, price, account } = command;
      calls.push({ id: String(id), side, size, price, accountId: String(account), stpMode: "EXPIRE_MAKER" });
    }
  }
  return calls;
}

function levelText(asks: PeerSide, bids: PeerSide): string {
  const sorted = (side: PeerSide): string[] =>
    [...side].sort(([left], [right]) => left - right).map((level) => level.join(" "));
  return [...sorted(asks), "", ...sorted(bids)].join("\n");
}

/** What waits at each price of an exchange's book, as {@link PeerMatcher.run} writes it. */
export function bookLevels({ state }: Exchange): string {
  const book = state.markets.get(flowPair)?.book;
  const side = (levels: readonly { readonly price: number; readonly quantity: number }[]): PeerSide =>
    levels.map(({ price, quantity }) => [price, quantity]);
  return levelText(side(book?.asks.levels() ?? []), side(book?.bids.levels() ?? []));
}
