import {
  type Command,
  contractMarket,
  contractPairs,
  dueUsers,
  Exchange,
  type Market,
} from "@depthwire/sandbox/internal";
import { median } from "../../runner/measure.js";
import { collectGarbage, processorMs, type VenueFigures } from "./figures.js";

/** How large the venue is at which ticks are measured. */
export interface TickSize {
  readonly pairs: number;
  readonly users: number;
  readonly waiting: number;
  readonly ticks: number;
}

/** Index prices are kept in millionths of a price unit. */
const microsPerUnit = 1_000_000;
const startMs = 1_700_000_000_000;
const firstUser = 2001;
const helper = 901;

/** A venue with users who hold positions in two contracts each and have orders far from the market. */
function build({ pairs, users, waiting }: TickSize): Exchange {
  const markets = contractPairs(pairs).flatMap((pair) => contractMarket(pair) ?? []);
  const exchange = new Exchange({ seed: 1, markets, source: "feed", cancelDelayMs: 0 });
  const apply = (command: Command): void => void exchange.apply(command, startMs);
  apply({ kind: "tick" });
  for (let i = 0; i < users; i++) {
    const account = firstUser + i;
    // An even user in an even contract and an odd one, an odd user too.
    const own = [markets[i % markets.length], markets[(i * 7 + 3) % markets.length]].flatMap((one) => one ?? []);
    apply({ kind: "credit", account, coin: "USDT", amount: "20000", purse: "contract" });
    for (const { pair, initialPrice: price, typicalQuantity, contractUnit } of own) {
      const quantity = Math.max(contractUnit, typicalQuantity - (typicalQuantity % contractUnit));
      const order = { kind: "place-order", type: "limit", pair, price, quantity } as const;
      apply({ ...order, account: helper, side: "open-short" });
      apply({ ...order, account, side: "open-long" });
    }
    addWaiting(exchange, account, own[0], waiting / users);
  }
  return exchange;
}

/** Orders of a user far below the market. */
function addWaiting(exchange: Exchange, account: number, market: Market | undefined, count: number): void {
  if (market === undefined) {
    return;
  }
  const { pair, initialPrice, typicalQuantity, contractUnit } = market;
  const quantity = Math.ceil(typicalQuantity / contractUnit / 1000) * contractUnit;
  for (let i = 0; i < count; i++) {
    const price = Math.round(initialPrice * (0.95 - i / 1000));
    exchange.apply({ kind: "place-order", type: "limit", account, pair, side: "open-long", price, quantity }, startMs);
  }
}

/** Moves indices by so many thousandths, those of every other contract the other way: the next tick finds the marks there. */
function moveAll({ state }: Exchange, thousandths: number): void {
  let sign = 1;
  for (const market of state.markets.values()) {
    market.index.micros = Math.round((market.index.micros * (1000 + sign * thousandths)) / 1000);
    sign = -sign;
  }
}

/** How many users would be looked at if every mark stood where its index is. */
function countDue({ state }: Exchange): number {
  const marks = [...state.markets.values()].flatMap(({ contract, index }) =>
    contract === undefined ? [] : [{ mark: contract.mark, before: contract.mark.price, index }],
  );
  for (const { mark, index } of marks) {
    mark.price = Math.max(1, Math.round(index.micros / microsPerUnit));
  }
  const due = dueUsers(state).length;
  for (const { mark, before } of marks) {
    mark.price = before;
  }
  return due;
}

/** What ticks of a large venue cost: while marks hardly move, and when they leave every user's box. */
export function measureTicks(size: TickSize): VenueFigures {
  const exchange = build(size);
  const { state } = exchange;
  const held = [...state.users.values()].filter(({ holdings }) => [...holdings.values()].some(holds)).length;
  const waiting = state.openOrders.size;
  if (held !== size.users || waiting < size.waiting) {
    throw new Error(`the venue has ${held} users with positions and ${waiting} waiting orders`);
  }
  // What building it left is not the ticks'.
  collectGarbage();
  let atMs = startMs;
  const tick = (): number => {
    atMs += 100;
    const begunMs = processorMs();
    exchange.apply({ kind: "tick" }, atMs);
    return processorMs() - begunMs;
  };
  tick();
  const quiet = Array.from({ length: size.ticks }, (_, i) => {
    moveAll(exchange, i % 2 === 0 ? 0.02 : -0.02);
    return tick();
  });
  const crash: number[] = [];
  let looked = size.users;
  for (const thousandths of [300, -300, 300, -300]) {
    moveAll(exchange, thousandths);
    looked = Math.min(looked, countDue(exchange));
    crash.push(tick());
  }
  return {
    pairs: state.markets.size,
    "users with positions": held,
    "waiting orders": waiting,
    "ms a quiet tick": median(quiet),
    "users who left their boxes, at least": looked,
    "ms a crash tick, the longest": Math.max(...crash),
  };
}

function holds({
  long,
  short,
}: {
  readonly long: { quantity: number };
  readonly short: { quantity: number };
}): boolean {
  return long.quantity + short.quantity > 0;
}
