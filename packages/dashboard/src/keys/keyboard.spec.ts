import { beforeEach, expect, it, vi } from "vitest";
import { account } from "../data/desk.js";
import { emptyPage, livePage, order } from "../spec-support/desk-scene.js";
import { type Asking, fakeAccelerator } from "../spec-support/fake-accelerator.js";
import { element, type FakeElement, fakePage, type Press } from "../spec-support/fake-page.js";
import { account as richAccount } from "../spec-support/ticket-scene.js";
import * as ticket from "../ticket/ticket-state.js";
import { followKeyboard } from "./keyboard.js";
import { chosenKey, overlay, shownRows, tab, view } from "./overlays.js";

let press: Press;
let asked: readonly Asking[];
let quantity: FakeElement;
let search: FakeElement;

const shift = { shiftKey: true };
const repeat = { repeat: true };

beforeEach(() => {
  emptyPage();
  quantity = element("input", { isInTicket: true });
  search = element("input", { type: "search" });
  press = fakePage({ "#ticket-quantity": quantity, ".tabs input": search });
  asked = fakeAccelerator(() => ({}));
  followKeyboard();
});

function asks(): readonly string[] {
  return asked.map(({ what }) => what);
}

it("halts from anywhere, but where words are typed", () => {
  expect(press("H", element("body"), shift)).toBe(true);
  expect(press("H", quantity, shift)).toBe(true);
  expect(press("H", element("select"), shift)).toBe(true);
  overlay.value = "sheet";
  expect(press("H", element("body"), shift)).toBe(true);
  expect(asks()).toEqual(["POST /halt", "POST /halt", "POST /halt", "POST /halt"]);
  expect(press("H", search, shift)).toBe(false);
  expect(press("H", element("input", { role: "combobox" }), shift)).toBe(false);
  expect(asks().length).toBe(4);
});

it("does not halt by a small h, with another key held, or again while it is held down", () => {
  press("h");
  press("H");
  for (const held of [{ metaKey: true }, { ctrlKey: true }, { altKey: true }]) {
    expect(press("H", element("body"), { ...shift, ...held })).toBe(false);
  }
  expect(press("H", element("body"), { ...shift, ...repeat })).toBe(true);
  expect(asks()).toEqual([]);
});

it("a key that is held down is one wish", () => {
  livePage();
  account.value = { ...richAccount, orders: [order()] };
  ticket.phase.value = "reviewing";
  const cancel = vi.fn();
  shownRows.value = [{ key: "a", cancel }];
  chosenKey.value = "a";
  expect([press("Enter", quantity, repeat), press("Enter", element("body"), repeat)]).toEqual([true, true]);
  expect([press("X", element("body"), repeat), press("x", element("body"), repeat)]).toEqual([true, true]);
  expect([ticket.phase.value, asks(), cancel.mock.calls]).toEqual(["reviewing", [], []]);
  // A letter that is held in a field is written there.
  expect(["H", "X", "x"].map((key) => press(key, quantity, repeat))).toEqual([false, false, false]);
  // Other keys go on while they are held.
  shownRows.value = ["c", "b"].map((key) => ({ key, cancel: undefined }));
  press("j", element("body"), repeat);
  press("j", element("body"), repeat);
  expect(chosenKey.value).toBe("b");
});

it.each([{ metaKey: true }, { ctrlKey: true }])("opens the palette from anywhere: %o", (held) => {
  expect(press("k", quantity, held)).toBe(true);
  expect(overlay.value).toBe("palette");
  overlay.value = "none";
  expect(press("K", element("body"), held)).toBe(true);
  expect(overlay.value).toBe("palette");
});

it("leaves what the browser does by other keys to it", () => {
  shownRows.value = [{ key: "a", cancel: undefined }];
  for (const held of [{ metaKey: true }, { ctrlKey: true }, { altKey: true }]) {
    expect([press("j", element("body"), held), press("b", element("body"), held)]).toEqual([false, false]);
  }
  expect([chosenKey.value, quantity.visits.focused]).toEqual([undefined, 0]);
  expect([press("q"), press("Tab"), press("8"), press("0")]).toEqual([false, false, false, false]);
});

it("Enter in the ticket goes on with the order, elsewhere only where it is looked at once more", () => {
  livePage();
  expect(press("Enter")).toBe(false);
  expect(press("Enter", element("input"))).toBe(false);
  expect(press("Enter", element("select", { isInTicket: true }))).toBe(false);
  expect(ticket.phase.value).toBe("writing");
  expect(press("Enter", quantity)).toBe(true);
  expect(ticket.phase.value).toBe("reviewing");
  // A button does what it says.
  expect(press("Enter", element("button"))).toBe(false);
  expect(asks()).toEqual([]);
  expect(press("Enter")).toBe(true);
  expect(asks()).toEqual(["POST /orders"]);
});

it("what is typed into the ticket is typed there, and sends nothing", () => {
  livePage();
  ticket.phase.value = "reviewing";
  expect(["5", ".", "s", " "].map((key) => press(key, quantity))).toEqual([false, false, false, false]);
  expect([ticket.phase.value, asks()]).toEqual(["reviewing", []]);
});

it("Enter in the ticket sends what was looked at once more", () => {
  livePage();
  ticket.phase.value = "reviewing";
  expect(press("Enter", quantity)).toBe(true);
  expect(asks()).toEqual(["POST /orders"]);
});

it("Escape goes back to writing first, then out of a field", () => {
  ticket.phase.value = "reviewing";
  expect(press("Escape", quantity)).toBe(true);
  expect([ticket.phase.value, quantity.visits.left]).toEqual(["writing", 0]);
  expect(press("Escape", quantity)).toBe(false);
  expect(quantity.visits.left).toBe(1);
  const button = element("button");
  press("Escape", button);
  overlay.value = "palette";
  press("Escape", quantity);
  expect([button.visits.left, quantity.visits.left, overlay.value]).toEqual([0, 1, "palette"]);
});

it("letters do nothing in a field, or below something that lies above the desk", () => {
  for (const tag of ["input", "select", "textarea"]) {
    expect(press("s", element(tag))).toBe(false);
  }
  overlay.value = "pairs";
  expect([press("s"), press("2")]).toEqual([false, false]);
  expect([ticket.side.value, tab.value]).toEqual(["open-long", "positions"]);
});

it("b and s turn the ticket, and go to its amount", () => {
  view.value = "chart";
  expect(press("s")).toBe(true);
  expect([ticket.side.value, view.value, quantity.visits.focused]).toEqual(["open-short", "trade", 1]);
  expect(press("b")).toBe(true);
  expect([ticket.side.value, quantity.visits.focused]).toEqual(["open-long", 2]);
});

it("j and k choose a row, x cancels it, X all", () => {
  const cancel = vi.fn();
  shownRows.value = [
    { key: "a", cancel: undefined },
    { key: "b", cancel },
  ];
  expect(press("x")).toBe(true);
  expect(press("k")).toBe(true);
  expect(chosenKey.value).toBe("b");
  press("x");
  expect(cancel).toHaveBeenCalledTimes(1);
  press("k");
  expect(chosenKey.value).toBe("a");
  press("x");
  press("j");
  expect([chosenKey.value, cancel.mock.calls.length, asks()]).toEqual(["b", 1, []]);
  account.value = { ...richAccount, orders: [order()] };
  expect(press("X", element("body"), shift)).toBe(true);
  expect(asks()).toEqual(["DELETE /orders"]);
});

it("digits open tabs, / goes to the search, ? shows the keys", () => {
  expect(press("1")).toBe(true);
  expect(tab.value).toBe("positions");
  expect(press("7")).toBe(true);
  expect([tab.value, view.value]).toEqual(["health", "tables"]);
  expect(press("/")).toBe(true);
  expect(search.visits.focused).toBe(1);
  expect(press("?")).toBe(true);
  expect(overlay.value).toBe("sheet");
});

it("keys work on a page that has none of the fields", () => {
  press = fakePage({});
  followKeyboard();
  expect([press("/"), press("b")]).toEqual([true, true]);
});
