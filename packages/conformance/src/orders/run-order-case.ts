import type { CaseResult, Finding, TrialOptions } from "../case.js";
import type { OrderState } from "../client/client-line.js";
import { isSoon } from "../client/until.js";
import { limits } from "../limits.js";
import { clientEnded, type TradingStage, withTradingClient } from "../trading/trading-client.js";
import { limitOrder } from "../trading/wire-order.js";
import type { OrderFault } from "./order-faults.js";
import { judgeOrder, missingOrder } from "./order-judge.js";

const path = "/v3/cbu/order/open";
/** Orders after the one that meets the fault: they must go well, and show that it was not placed late. */
const ordersAfter = 1;

/** Lets one fault happen to a client's order. */
export async function runOrderCase(
  name: string,
  fault: OrderFault,
  { command, seed }: TrialOptions,
): Promise<CaseResult> {
  const states = new Map<string, OrderState>();
  const ids: string[] = [];
  const findings: Finding[] = [];
  const strange = await withTradingClient(
    { command, task: "orders", seed },
    (line) => {
      if (line.kind === "order") {
        states.set(line.clientId, line.state);
      }
    },
    async (stage) => {
      stage.sandbox.faults.add(...fault.faults.map((rule) => ({ path, ...rule })));
      for (let n = 0; n <= ordersAfter; n++) {
        const id = stage.nextId();
        ids.push(id);
        stage.client.tell({ place: limitOrder(stage.sandbox, id, n) });
        // Whoever does not know yet may find out.
        const isFoundOut = (): boolean => (states.get(id) ?? "unknown") !== "unknown";
        await isSoon(limits.outcomeWithinMs, () => isFoundOut() || stage.client.hasEnded);
      }
      const counts = await ordersById(stage);
      const wanted = fault.faults.length === 0 ? ids : ids.slice(1);
      findings.push(...wanted.filter((id) => !counts.has(id)).map((id) => missingOrder(id)));
      findings.push(
        ...ids.flatMap((id) => judgeOrder(id, states.get(id), counts.get(id) ?? 0)),
        ...clientEnded(stage.client),
      );
    },
    findings,
  );
  return { task: "orders", fault: name, rules: [], compared: ids.length, findings, strange };
}

/** How many orders the venue has with each client id. */
async function ordersById({ sandbox }: TradingStage): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const row of await sandbox.operator.exports.rows("orders", sandbox.userId)) {
    const id = String(row["clientOrderId"]);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
