import type { Desk, Hand } from "../../desk.js";
import * as records from "../../records.js";
import { Client, pair, type Row } from "./client.js";

const noPosition = 3103;

/** Lives by stop orders: attaches them, places them, takes them back, lets them trigger; calls without a body where it may. */
export const plans: Hand = {
  name: "plans",
  live: async (desk) => {
    const client = new Client(desk);
    await client.listen();
    await client.post("/v3/cbu/changeMode", { pair, mode: 2, leverage_long: 20, leverage_short: 20 });
    while (!desk.over) {
      await attachToLimit(desk, client);
      await attachAndHold(desk, client);
      await changeMargin(desk, client);
      await placeAndCancel(desk, client);
      await client.flatten();
      await letOneTrigger(desk, client);
      await client.flatten();
      await desk.pause(1000);
    }
  },
};

/** What is attached to a waiting order reads back as it was sent, and is not a plan yet. */
async function attachToLimit(desk: Desk, client: Client): Promise<void> {
  const last = await client.last();
  const price = (last * 0.95).toFixed(1);
  const [profit_price, loss_price] = [(last * 1.02).toFixed(1), (last * 0.9).toFixed(1)];
  const [exec_profit_price, exec_loss_price] = [(last * 1.021).toFixed(1), (last * 0.899).toFixed(1)];
  const attached = { plan_type: 2, profit_price, loss_price, exec_profit_price, exec_loss_price };
  const order = { pair, amount: "0.01", price, order_side: 1, order_type: 2, order_from: 6, ...attached };
  const { order_id } = await client.post("/v3/cbu/order/open", order);
  const read = (await client.post("/v3/cbu/order/detail", { order_id })).result as Row;
  desk.fit(records.shortOrder, read, "an order with an attachment");
  const told = [read["bt"], read["tw"], read["tl"], read["pw"], read["pl"]].map(Number);
  const wanted = [2, profit_price, loss_price, exec_profit_price, exec_loss_price].map(Number);
  desk.hold("attachments", told.join() === wanted.join(), `an attachment of ${wanted} reads as ${told}`);
  await client.post("/v3/cbu/order/closeAll", { pair });
}

/** An opened position has the two plans that came with its order. */
async function attachAndHold(desk: Desk, client: Client): Promise<void> {
  const bought = await client.buy("0.02", (last) => ({
    plan_type: 1,
    profit_price: (last * 1.05).toFixed(1),
    loss_price: (last * 0.95).toFixed(1),
  }));
  if (bought === undefined || bought === 0) {
    return;
  }
  const listed = await client.plans();
  desk.hold(
    "plans",
    listed
      .map(({ pt }) => pt)
      .sort()
      .join() === "1,2",
    `an attachment became ${JSON.stringify(listed)}`,
  );
  for (const plan of listed) {
    const isRight =
      plan.sd === 1 && plan.bt === 1 && plan.s === 1 && plan["pi"] === pair && Number(plan["q"]) === bought;
    desk.hold("plans", isRight, `a plan for ${bought} is ${JSON.stringify(plan)}`);
  }
  const row = await client.position();
  desk.hold(
    "plans",
    Number(row?.["pp"]) === bought && Number(row?.["ps"]) === bought,
    `pp ${row?.["pp"]}, ps ${row?.["ps"]} of ${bought}`,
  );
}

/** Margin goes in and out to the last digit; a side without a position has none. */
async function changeMargin(desk: Desk, client: Client): Promise<void> {
  if ((await client.held()) === 0) {
    return;
  }
  const before = Number((await client.position())?.["mg"]);
  await client.post("/v3/cbu/changeMargin", { pair, margin: "10", side: 1 });
  const between = Number((await client.position())?.["mg"]);
  desk.hold("margin", Math.abs(between - before - 10) < 1e-7, `10 more margin made ${before} into ${between}`);
  await client.post("/v3/cbu/changeMargin", { pair, margin: "-10", side: 1 });
  const after = Number((await client.position())?.["mg"]);
  desk.hold("margin", Math.abs(after - before) < 1e-7, `10 in and out made ${before} into ${after}`);
  const refused = await client.ask("/v3/cbu/changeMargin", { pair, margin: "10", side: 2 });
  desk.hold("answers", refused.state === noPosition, `margin without a position: ${refused.state}`);
  desk.hold(
    "answers",
    typeof refused.msg === "string" && typeof refused.cmd === "string",
    "a refusal of changeMargin has no msg or cmd",
  );
}

async function placeAndCancel(desk: Desk, client: Client): Promise<void> {
  if ((await client.held()) === 0) {
    return;
  }
  const known = new Set((await client.plans()).map(({ oi }) => oi));
  const last = await client.last();
  const [trigger_price, price] = [(last * 1.03).toFixed(1), (last * 1.031).toFixed(1)];
  const common = { amount: "0.005", side: 1 };
  await client.post("/v3/cbu/order/planOpen", { pair, price, trigger_price, plan_type: 1, book_type: 2, ...common });
  // Without the pair, and at market with a price beside it: note 45.
  const below = (last * 0.97).toFixed(1);
  await client.post("/v3/cbu/order/planOpen", {
    price: "49900",
    trigger_price: below,
    plan_type: 2,
    book_type: 1,
    ...common,
  });
  const mine = (await client.plans()).filter(({ oi }) => !known.has(oi));
  const [profit, loss] = [mine.find(({ pt }) => pt === 1), mine.find(({ pt }) => pt === 2)];
  desk.hold(
    "plans",
    mine.length === 2 && profit !== undefined && loss !== undefined,
    `two plans are listed as ${JSON.stringify(mine)}`,
  );
  if (profit === undefined || loss === undefined) {
    return;
  }
  const told = [profit["pr"], profit["tp"], profit["q"], profit.bt, loss["pr"], loss["tp"], loss["q"], loss.bt].map(
    Number,
  );
  const wanted = [price, trigger_price, "0.005", 2, "49900", below, "0.005", 1].map(Number);
  desk.hold("plans", told.join() === wanted.join(), `plans of ${wanted} read as ${told} (note 45)`);
  await client.post("/v3/cbu/order/planClose", { order_id: profit["oi"] });
  await client.post("/v3/cbu/order/planCloseAll", { pair });
  for (const plan of [profit, loss]) {
    const id = plan["oi"] ?? "";
    const isCancelled = await desk.until(() => client.pushed.get(id)?.s === 3, 10_000);
    desk.hold("plans", isCancelled, `a cancelled plan was pushed with status ${client.pushed.get(id)?.s}`);
  }
  const left = await client.plans();
  desk.hold("plans", left.length === 0, `after planCloseAll there are ${left.length} plans`);
}

/** Two plans close to the price: one triggers and closes, the other one is cancelled by it. */
async function letOneTrigger(desk: Desk, client: Client): Promise<void> {
  const known = new Set(client.pushed.keys());
  const bought = await client.buy("0.01", (last) => ({
    plan_type: 1,
    profit_price: (last * 1.0004).toFixed(1),
    loss_price: (last * 0.9996).toFixed(1),
  }));
  if (bought === undefined || bought === 0) {
    return;
  }
  const statuses = (): string =>
    [...client.pushed]
      .filter(([id]) => !known.has(id))
      .map(([, { s }]) => s)
      .sort()
      .join();
  const isTriggered = await desk.until(() => statuses() !== "1,1" && statuses() !== "", 10_000);
  if (!isTriggered) {
    return;
  }
  const isOver = await desk.until(() => statuses() === "2,5", 10_000);
  desk.hold(
    "triggers",
    isOver,
    `of two paired plans one triggered, and they have the statuses ${statuses()} (note 18)`,
  );
  await desk.pause(200);
  desk.hold("triggers", (await client.held()) === 0, "a triggered plan left a position");
}
