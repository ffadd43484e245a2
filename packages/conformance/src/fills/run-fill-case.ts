import { setTimeout as sleep } from "node:timers/promises";
import type { CaseResult, Finding, TrialOptions } from "../case.js";
import { AwakeClock } from "../client/awake-clock.js";
import { plainDecimal } from "../client/client-line.js";
import { isSoon } from "../client/until.js";
import { limits } from "../limits.js";
import { missingOrder } from "../orders/order-judge.js";
import { clientEnded, type TradingStage, withTradingClient } from "../trading/trading-client.js";
import { marketOrder } from "../trading/wire-order.js";
import type { FillFault } from "./fill-faults.js";
import { type Fill, isAllTold, judgeFills } from "./fill-judge.js";

const orders = 6;
const betweenOrdersMs = 150;
const lookEveryMs = 50;

/** Lets one fault happen to what an account is told, while its orders trade. */
export async function runFillCase(
  name: string,
  fault: FillFault,
  { command, seed }: TrialOptions,
): Promise<CaseResult> {
  const told: Fill[] = [];
  const ids: string[] = [];
  const findings: Finding[] = [];
  let hasToldGap = false;
  let compared = 0;
  const strange = await withTradingClient(
    { command, task: "fills", seed },
    (line) => {
      if (line.kind === "fill") {
        told.push(line);
      }
      hasToldGap ||= line.kind === "gap";
    },
    async (stage) => {
      const { sandbox, client } = stage;
      sandbox.faults.add(...fault.faults.map((rule) => ({ channel: "private" as const, ...rule })));
      for (let n = 0; n < orders; n++) {
        const id = stage.nextId();
        ids.push(id);
        client.tell({ place: marketOrder(sandbox, id) });
        await sleep(betweenOrdersMs);
      }
      const truth = await fillsOfAll(stage);
      compared = truth.length;
      const traded = new Set(truth.map(({ clientId }) => clientId));
      findings.push(...ids.filter((id) => !traded.has(id)).map((id) => missingOrder(id)));
      const named = (): readonly Fill[] => told.map((fill) => withClientId(fill, truth));
      await isSoon(limits.fillsWithinMs, () => client.hasEnded || isAllTold(named(), truth));
      // What is told twice may come behind.
      await sleep(limits.watchedMs);
      findings.push(...judgeFills(named(), truth, hasToldGap), ...clientEnded(client));
    },
    findings,
  );
  return { task: "fills", fault: name, rules: [], compared, findings, strange };
}

/** A fill by the venue's own record. */
interface TrueFill extends Fill {
  readonly orderId: string;
}

/** A client may name an order by the venue's id as well. */
function withClientId(fill: Fill, truth: readonly TrueFill[]): Fill {
  return { ...fill, clientId: truth.find(({ orderId }) => orderId === fill.clientId)?.clientId ?? fill.clientId };
}

/** The venue's fills, once it has some of each order. */
async function fillsOfAll({ sandbox, client }: TradingStage): Promise<readonly TrueFill[]> {
  const clock = new AwakeClock(lookEveryMs);
  for (;;) {
    const rows = await sandbox.operator.exports.rows("fills", sandbox.userId);
    const fills = rows.map((row) => ({
      clientId: String(row["clientOrderId"]),
      orderId: String(row["orderId"]),
      price: plainDecimal(String(row["dealPrice"])),
      quantity: plainDecimal(String(row["dealQuantity"])),
    }));
    const traded = new Set(fills.map(({ clientId }) => clientId)).size;
    if (traded >= orders || client.hasEnded || clock.look() > limits.outcomeWithinMs) {
      return fills;
    }
    await sleep(lookEveryMs);
  }
}
