import type { FinishedPlan, PlanStatus } from "../plan/plan-order.js";
import type { RecordCodec } from "./record-codec.js";

const sides = ["long", "short"] as const;
const plans = ["take-profit", "stop-loss"] as const;
const types = ["limit", "market"] as const;
const statuses: readonly PlanStatus[] = [
  "waiting",
  "triggered",
  "cancelled",
  "trigger-failed",
  "counterpart-triggered",
];

/** Packs plans that have ended. Found by their ids. */
export const planCodec: RecordCodec<FinishedPlan> = {
  name: "finished-plans",
  keys: 1,
  keysOf: ({ id }, keys) => {
    keys[0] = id;
  },
  readKeys: (reader, keys) => {
    keys[0] = reader.count();
  },
  write: (writer, plan, texts) => {
    writer.count(plan.id);
    writer.count(plan.account);
    writer.count(texts.numberOf(plan.pair));
    writer.count(sides.indexOf(plan.side) + 2 * plans.indexOf(plan.plan) + 4 * types.indexOf(plan.type));
    writer.count(statuses.indexOf(plan.status));
    writer.number(plan.price);
    writer.number(plan.triggerPrice);
    writer.number(plan.quantity);
    writer.count(plan.createdAtMs);
    writer.number(plan.updatedAtMs - plan.createdAtMs);
  },
  read: (reader, texts) => {
    const id = reader.count();
    const account = reader.count();
    const pair = texts.textOf(reader.count());
    const facts = reader.count();
    const status = statuses[reader.count()] as PlanStatus;
    const price = reader.number();
    const triggerPrice = reader.number();
    const quantity = reader.number();
    const createdAtMs = reader.count();
    const updatedAtMs = reader.number() + createdAtMs;
    return {
      id,
      account,
      pair,
      side: sides[facts % 2] as FinishedPlan["side"],
      plan: plans[Math.floor(facts / 2) % 2] as FinishedPlan["plan"],
      type: types[Math.floor(facts / 4)] as FinishedPlan["type"],
      price,
      triggerPrice,
      createdAtMs,
      quantity,
      status,
      updatedAtMs,
    };
  },
};
