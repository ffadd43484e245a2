import { expect, it } from "vitest";
import { minimise } from "./minimise.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (input: Uint8Array): string => new TextDecoder().decode(input);

it("leaves out what is not needed", async () => {
  const smallest = await minimise(bytes("abcXdefgYhijklmnop"), (input) => /X.*Y/s.test(text(input)), 1_000);
  expect(text(smallest)).toBe("XY");
});

it("asks no more often than it may", async () => {
  let asked = 0;
  const shows = (): boolean => {
    asked += 1;
    return false;
  };
  expect(text(await minimise(bytes("abcdefgh"), shows, 5))).toBe("abcdefgh");
  expect(asked).toBe(5);
});
