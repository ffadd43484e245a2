import { coin, type Operation, spot, usdt, wallet } from "@depthwire/schema";
import { expect, it } from "vitest";
import { isGuarded } from "./call-guard.js";

const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "operation";

it("a guard is asked before each call that changes what the account owns or owes, and before no cancel", () => {
  const operations = [usdt, coin, spot, wallet].flatMap((family) => Object.values<unknown>(family)).filter(isOperation);
  expect(operations.filter(isGuarded).map(({ name }) => name)).toEqual([
    "adjustMargin",
    "placeOrder",
    "placePlanOrder",
    "setModeAndLeverage",
    "transferFunds",
    "getDepositAddress",
    "withdraw",
  ]);
});
