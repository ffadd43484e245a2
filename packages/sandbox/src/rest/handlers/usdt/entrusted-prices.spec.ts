import { describe, expect, it } from "vitest";
import { PrivateListener } from "../../../spec-support/private-listener.js";
import { openDoor, orderBody, paths } from "../../../spec-support/rest-door.js";

const attached = { plan_type: 1, profit_price: "60000", loss_price: "30000" };
const tooLarge = "9".repeat(30);

describe("an entrusted price of take-profit and stop-loss at the market", () => {
  it.each([
    ["finer than prices are", "60001.05", {}],
    ["beyond all prices", tooLarge, {}],
    ["0", "0", {}],
    ["a price", "60001", { pw: "60001" }],
  ])("that is %s refuses nothing, and is shown when it is a price", async (_what, text, shown) => {
    const { kit } = await openDoor();
    const answer = await kit.post(paths.open, orderBody({ ...attached, exec_profit_price: text }));
    expect(answer).toMatchObject({ state: 0 });
    const kept = { bt: 1, tw: "60000", tl: "30000", ...shown };
    expect(await kit.post(paths.list, { order_side: 1 })).toMatchObject({ result: { o: [kept] } });
    expect(await kit.post(paths.detail, { order_id: answer["order_id"] })).toMatchObject({ result: kept });
    const listener = await PrivateListener.open(kit.url, kit.key);
    expect(JSON.stringify(await listener.news())).toContain(JSON.stringify(answer["order_id"]));
  });
});

describe("a number that no market has", () => {
  it.each([
    [{ price: tooLarge }, 2078],
    [{ price: `-${tooLarge}` }, 2078],
    [{ amount: tooLarge }, 2131],
    [{ amount: `-${tooLarge}` }, 2068],
    [{ ...attached, profit_price: tooLarge }, 2078],
  ])("%j is refused with %d like any other", async (changes, state) => {
    const { kit } = await openDoor();
    expect(await kit.post(paths.open, orderBody(changes))).toMatchObject({ state });
  });
});
