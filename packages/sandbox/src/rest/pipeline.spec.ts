import { expect, it } from "vitest";
import { openDoor, openTenant, orderBody, paths } from "../spec-support/rest-door.js";
import type { RequestTwist } from "../spec-support/rest-kit.js";

const tooLong = "x".repeat(65 * 1024);
const tooHigh = { price: "99999" };

it("a request that is wrong in many ways is refused by the first step that minds, and by the next one when that is mended", async () => {
  const { kit, clock } = await openDoor({ requestsPerWindow: 2, refuseReplays: true });
  const { account, kit: own } = await openTenant(kit);
  await kit.operate("POST", `accounts/${account}`, { refusals: [{ code: 4003, operations: ["usdt.placeOrder"] }] });
  const stranger = own.as({ apiKey: "nobody", apiSecret: "x" });
  const late = (): RequestTwist => ({ timestamp: clock.epochMs() - 60_000 });
  const order = orderBody(tooHigh);
  const codes: (number | undefined)[] = [];
  const ask = async (sender: typeof own, body: unknown, twist: RequestTwist = {}): Promise<void> => {
    codes.push((await sender.post(paths.open, body, twist)).state);
  };
  await ask(stranger, {}, late());
  await ask(stranger, {}, late());
  await ask(stranger, tooLong, late());
  await ask(stranger, {}, late());
  expect(codes.splice(0)).toEqual([3012, 3012, 3000, 2091]);
  clock.advance(5000);
  await ask(stranger, {}, late());
  await ask(own, {}, late());
  await ask(own, order, late());
  expect(codes.splice(0)).toEqual([3012, 3002, 3025]);
  clock.advance(5000);
  const again = { timestamp: clock.epochMs() };
  await ask(own, order, again);
  await ask(own, order, again);
  expect(codes.splice(0)).toEqual([4003, 3025]);
  await kit.operate("POST", `accounts/${account}`, { refusals: [] });
  clock.advance(5000);
  await ask(own, order);
  expect(codes).toEqual([2065]);
});
