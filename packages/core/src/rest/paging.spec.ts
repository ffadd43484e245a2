import { describe, expect, it } from "vitest";
import { hasNextWalletPage, mayHaveNextPage } from "./paging.js";

const page = (records: number, count: number): { count: number; items: number[] } => ({
  count,
  items: Array.from({ length: records }, (_, index) => index),
});

describe("pages", () => {
  it("of wallet lists count one more than they have when another follows", () => {
    expect(hasNextWalletPage(page(10, 11))).toBe(true);
    expect(hasNextWalletPage(page(10, 10))).toBe(false);
    expect(hasNextWalletPage(page(0, 0))).toBe(false);
  });

  it("of histories go on while they are full, whatever count says", () => {
    for (const count of [0, 10, 11, 500]) {
      expect(mayHaveNextPage(page(10, count), 10)).toBe(true);
      expect(mayHaveNextPage(page(9, count), 10)).toBe(false);
    }
  });
});
