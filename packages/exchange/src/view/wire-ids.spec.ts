import { describe, expect, it } from "vitest";
import { entryId, idSizes, readEntryId, recordId } from "./wire-ids.js";

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);

describe("ids on the wire", () => {
  it("count from where their size begins, and never change", () => {
    expect(entryId("small", 1)).toBe("17592186044417");
    expect(entryId("large", 1)).toBe("11258999068426241");
    expect(recordId(1)).toBe("11258999068426241");
    expect(idSizes[0]).toBe("small");
  });

  it("of orders are exact as doubles, unless large ones are asked for", () => {
    expect(BigInt(entryId("small", 1_000_000_000)) < maxSafe).toBe(true);
    expect(BigInt(entryId("large", 1)) > maxSafe).toBe(true);
  });

  it.each(idSizes)("of size %s lead back to their number, and nothing else does", (size) => {
    expect(readEntryId(size, entryId(size, 123_456))).toBe(123_456);
    expect(readEntryId(size, entryId(size, 1))).toBe(1);
    expect(readEntryId(size, entryId(size, Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER);
    const beyond = String(BigInt(entryId(size, Number.MAX_SAFE_INTEGER)) + 1n);
    for (const text of [
      beyond,
      `${entryId(size, 1)}x`,
      `x${entryId(size, 1)}`,
      ` ${entryId(size, 1)}`,
      "",
      "x",
      "1",
      "-5",
      "9".repeat(20),
      entryId(size, 0),
    ]) {
      expect(readEntryId(size, text)).toBeUndefined();
    }
  });

  it("of fills and changes are text that no double can hold", () => {
    expect(BigInt(recordId(1)) > maxSafe).toBe(true);
  });
});
