import { expect, test } from "vitest";
import { emptiestShard } from "./assign-shard.js";

test.each([
  [[0], 0],
  [[3, 1, 2], 1],
  [[2, 1, 1], 1],
  [[0, 0], 0],
  [[5, 4, 3], 2],
])("of shards with %j books the emptiest, the first of several, is %i", (loads, shard) => {
  expect(emptiestShard(loads)).toBe(shard);
});
