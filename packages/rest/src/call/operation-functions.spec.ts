import { usdt } from "@depthwire/schema";
import { expect, expectTypeOf, it } from "vitest";
import { type CallMaker, type OperationFunction, operationFunctions } from "./operation-functions.js";

it("options of a call cannot stand where its parameters do", () => {
  expectTypeOf<{ signal: AbortSignal }>().not.toExtend<
    NonNullable<Parameters<OperationFunction<typeof usdt.getTagPrices>>[0]>
  >();
  expectTypeOf<Record<never, never>>().toExtend<
    NonNullable<Parameters<OperationFunction<typeof usdt.getTagPrices>>[0]>
  >();
  expectTypeOf<{ pair: string }>().toExtend<NonNullable<Parameters<OperationFunction<typeof usdt.getPositions>>[0]>>();
});

it("a family has a function for each of its operations, and none for what else stands beside them", async () => {
  const calls: unknown[][] = [];
  const maker = { call: (...call: unknown[]) => Promise.resolve(calls.push(call)) } as unknown as CallMaker;
  const others = { table: { kind: "record" }, word: "operation", nothing: null, make: () => undefined };
  const functions = operationFunctions(maker, { ...others, getTagPrices: usdt.getTagPrices });
  expect(Object.keys(functions)).toEqual(["getTagPrices"]);
  await functions.getTagPrices();
  const options = { timeoutMs: 5 };
  await functions.getTagPrices({}, options);
  expect(calls).toEqual([
    [usdt.getTagPrices, {}, undefined],
    [usdt.getTagPrices, {}, options],
  ]);
});
