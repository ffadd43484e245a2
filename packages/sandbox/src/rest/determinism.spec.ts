import { expect, it } from "vitest";
import { openDoor, openTenant, orderBody, paths } from "../spec-support/rest-door.js";
import type { Answered } from "../spec-support/rest-kit.js";

/** A short day of one user: the answers to everything that he asks. */
async function live(seed: number): Promise<readonly Answered[]> {
  const { kit, clock } = await openDoor({ seed });
  const { kit: own } = await openTenant(kit);
  const answers: Answered[] = [];
  const ask = async (path: string, body: unknown): Promise<Answered> => {
    const answer = await own.post(path, body);
    answers.push(answer);
    return answer;
  };
  for (let i = 0; i < 5; i++) {
    await ask(
      paths.open,
      orderBody({ order_type: 1, amount: "0.3", plan_type: 1, profit_price: "60000", loss_price: "30000" }),
    );
    const { order_id } = await ask(paths.open, orderBody({ client_oid: String(i) }));
    clock.advance(700);
    await ask(paths.close, { order_id });
    await ask(paths.open, orderBody({ order_type: 1, order_side: 3, amount: "0.1" }));
    clock.advance(5);
    for (const path of [paths.assets, paths.position, paths.planOrderList]) {
      await ask(path, {});
    }
  }
  await ask(paths.orderHistory, { page: 1, size: 100 });
  await ask(paths.dealLog, { pair: "4BTC_USDT", page: 1, size: 100 });
  return answers;
}

it("answers the same requests under the same seed with the same bytes", async () => {
  const [first, again, other] = [await live(3), await live(3), await live(4)];
  expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  expect(first.every(({ state }) => state === 0)).toBe(true);
  expect(JSON.stringify(other)).not.toBe(JSON.stringify(first));
});
