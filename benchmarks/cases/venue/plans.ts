import { canonicalText, type Exchange } from "@depthwire/sandbox/internal";
import { median } from "../../runner/measure.js";
import { demandEqual, processorMs, type VenueFigures } from "./figures.js";
import { bookText, flowExchange, flowPair, flowStartMs, fundUsers, userFlow } from "./order-flow.js";

/** Of whom the waiting plans are: nobody who trades in the flow. */
const planners = 100;
const firstPlanner = 5001;
const helper = 901;

/** Gives 100 other users a position and plans far from the market. */
function addPlans(exchange: Exchange, plans: number): void {
  const [market] = exchange.markets;
  const price = market?.initialPrice ?? 1;
  const quantity = (market?.contractUnit ?? 1) * 10;
  const apply = (command: Parameters<Exchange["apply"]>[0]): void => void exchange.apply(command, flowStartMs);
  for (let i = 0; i < planners; i++) {
    const account = firstPlanner + i;
    const order = { kind: "place-order", type: "limit", pair: flowPair, price, quantity } as const;
    apply({ kind: "credit", account, coin: "USDT", amount: "1000000", purse: "contract" });
    apply({ ...order, account: helper, side: "open-short" });
    apply({ ...order, account, side: "open-long" });
    const plan = {
      kind: "place-plan",
      account,
      pair: flowPair,
      side: "long",
      type: "market",
      price: 0,
      quantity,
    } as const;
    for (let j = 0; j < plans / planners; j++) {
      const above = j % 2 === 0;
      const triggerPrice = Math.round(above ? price * 1.5 + j : price * 0.5 - j);
      apply({ ...plan, plan: above ? "take-profit" : "stop-loss", triggerPrice });
    }
  }
}

/** What a flow costs beside waiting plans of others, as a multiple of what it costs without one. */
export function measurePlans(orders: number, passes: number, plans: number): VenueFigures {
  const flow = userFlow(2, orders).filter(({ kind }) => kind === "place-order");
  const run = (waiting: number): [Exchange, number] => {
    const exchange = flowExchange();
    fundUsers(exchange);
    addPlans(exchange, waiting);
    const begunMs = processorMs();
    for (const command of flow) {
      exchange.apply(command, flowStartMs);
    }
    return [exchange, processorMs() - begunMs];
  };
  const ratios: number[] = [];
  for (let pass = -1; pass < passes; pass++) {
    const [[without, aloneMs], [beside, besideMs]] = [run(0), run(plans)];
    demandEqual("the quantities of both books", withoutIds(bookText(without)), withoutIds(bookText(beside)));
    if (beside.state.plans.size !== plans) {
      throw new Error(`${beside.state.plans.size} plans wait, not ${plans}`);
    }
    if (pass >= 0) {
      ratios.push(besideMs / aloneMs);
    }
  }
  demandEqual("two runs", canonicalText(run(plans)[0].state), canonicalText(run(plans)[0].state));
  return { "cost beside 10,000 waiting plans of others, as a multiple": median(ratios) };
}

function withoutIds(book: string): string {
  return book.replace(/^\d+ /gm, "");
}
