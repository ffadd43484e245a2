import { expect, it } from "vitest";
import { actions, firstChoice, matching } from "./commands.js";

function chosen(text: string): string | undefined {
  const found = matching(actions(), text);
  return found[firstChoice(found, text)]?.name;
}

it("does nothing grave by Enter before it was asked for by name", () => {
  const grave = actions().filter(({ isGrave }) => isGrave === true);
  expect(grave.map(({ name }) => name.slice(0, 10))).toEqual(["HALT: refu", "Cancel all", "Close ever"]);
  for (const text of ["", "h", "ca", "cl", " c", "a"]) {
    expect(grave.map(({ name }) => name)).not.toContain(chosen(text));
  }
  expect(chosen("x")).toBeUndefined();
  expect(chosen("halt")).toMatch(/^HALT/);
  expect(chosen("cancel all")).toBe("Cancel all orders");
});
