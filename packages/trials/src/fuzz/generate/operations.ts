import type { Operation } from "@depthwire/schema";
import { coin, spot, usdt, wallet } from "@depthwire/schema/internal";
import { decodedValue } from "@depthwire/testkit";
import * as fc from "fast-check";

/** Sound values are the same in every run: what is random comes after them. */
const soundSeed = 20_261_123;

/** Every operation of the venue. The families' modules pass on a few other descriptors too. */
export const everyOperation: readonly Operation[] = [coin, spot, usdt, wallet]
  .flatMap((family) => Object.values(family) as object[])
  .filter((one): one is Operation => "params" in one && "result" in one && "path" in one);

/** Values that a shape's codec can write. */
export function soundValues(shape: Operation["params"] | Operation["result"], count: number): readonly unknown[] {
  return fc.sample(decodedValue(shape as never), { seed: soundSeed, numRuns: count });
}
