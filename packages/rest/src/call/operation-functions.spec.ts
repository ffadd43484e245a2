import type { usdt } from "@depthwire/schema";
import { expectTypeOf, it } from "vitest";
import type { OperationFunction } from "./operation-functions.js";

it("options of a call cannot stand where its parameters do", () => {
  expectTypeOf<{ signal: AbortSignal }>().not.toExtend<
    NonNullable<Parameters<OperationFunction<typeof usdt.getTagPrices>>[0]>
  >();
  expectTypeOf<Record<never, never>>().toExtend<
    NonNullable<Parameters<OperationFunction<typeof usdt.getTagPrices>>[0]>
  >();
  expectTypeOf<{ pair: string }>().toExtend<NonNullable<Parameters<OperationFunction<typeof usdt.getPositions>>[0]>>();
});
