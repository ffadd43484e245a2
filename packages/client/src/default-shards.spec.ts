import { describe, expect, it } from "vitest";
import { defaultShards } from "./default-shards.js";

describe("defaultShards", () => {
  it.each([
    { expectedPairs: 0, cores: 8, shards: 0 },
    { expectedPairs: 20, cores: 8, shards: 0 },
    { expectedPairs: 21, cores: 8, shards: 2 },
    { expectedPairs: 100, cores: 8, shards: 5 },
    { expectedPairs: 1000, cores: 8, shards: 7 },
    { expectedPairs: 1000, cores: 1, shards: 1 },
  ])("gives $expectedPairs pairs on $cores cores $shards threads", ({ expectedPairs, cores, shards }) => {
    expect(defaultShards(expectedPairs, cores)).toBe(shards);
  });
});
