import { beforeEach, expect, it, vi } from "vitest";
import { account, status } from "../data/desk.js";
import { facts } from "../data/reference.js";
import { colours, pair, theme } from "../data/settings.js";
import { polite } from "../shell/announcements.js";
import { emptyPage, livePage, order, standing, statusOf } from "../spec-support/desk-scene.js";
import { fakeAccelerator } from "../spec-support/fake-accelerator.js";
import { element, fakePage } from "../spec-support/fake-page.js";
import { position, account as richAccount } from "../spec-support/ticket-scene.js";
import * as ticket from "../ticket/ticket-state.js";
import { actions, choosePair, closePosition, firstChoice, matching, pairCommands } from "./commands.js";
import { overlay, tab, view } from "./overlays.js";

beforeEach(emptyPage);

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

/** Does what stands there by this name. */
function run(name: string): void {
  const found = actions().filter((command) => command.name === name);
  expect(found.length).toBe(1);
  found[0]?.run();
}

const halt = { reason: "by hand", sinceMs: 1, scope: "account", isReached: true };

it("names everything that can be done, with its keys", () => {
  expect(actions().map(({ name, keys = "" }) => `${keys}: ${name}`)).toEqual([
    "B: Ticket: buy",
    "S: Ticket: sell",
    "Shift H: HALT: refuse new orders, cancel open ones",
    "Shift X: Cancel all orders",
    ": Close every position at the market …",
    "1: Show positions",
    "2: Show orders",
    "3: Show plans",
    "4: Show fills",
    "5: Show balances",
    "6: Show events",
    "7: Show health",
    ": Theme: system",
    ": Theme: dark",
    ": Theme: light",
    ": Colours of buy and sell: green and red",
    ": Colours of buy and sell: red and green",
    ": Colours of buy and sell: neutral",
    "?: Keys",
  ]);
  status.value = statusOf();
  expect(actions().length).toBe(19);
  status.value = statusOf({ halt });
  expect(actions()[3]).toMatchObject({ name: "Let new orders through again", isGrave: true });
});

it("does what it says", () => {
  run("Ticket: sell");
  expect(ticket.side.value).toBe("open-short");
  run("Ticket: buy");
  expect(ticket.side.value).toBe("open-long");
  run("Close every position at the market …");
  expect(overlay.value).toBe("flatten");
  run("Keys");
  expect(overlay.value).toBe("sheet");
  run("Show fills");
  expect(tab.value).toBe("fills");
  run("Theme: dark");
  run("Colours of buy and sell: red and green");
  expect([theme.value, colours.value]).toEqual(["dark", "red-green"]);
});

it("asks the accelerator for what only it can do", async () => {
  const asked = fakeAccelerator(() => ({}));
  account.value = { ...richAccount, orders: [order()] };
  status.value = statusOf({ halt });
  run("HALT: refuse new orders, cancel open ones");
  run("Cancel all orders");
  run("Let new orders through again");
  await vi.waitFor(() =>
    expect(asked.map(({ what }) => what)).toEqual(["POST /halt", "DELETE /orders", "DELETE /halt"]),
  );
});

it("a position is closed by an order that is looked at once more", () => {
  const quantity = element("input");
  fakePage({ "#ticket-quantity": quantity });
  livePage();
  facts.value = new Map();
  view.value = "tables";
  closePosition(position({ side: "short", quantity: "0.3" }));
  expect([ticket.phase.value, view.value, quantity.visits.focused]).toEqual(["reviewing", "trade", 1]);
  expect(polite.value).toBe("To be reviewed: close short 0.3 BTC/USDT at the market");
  fakePage({});
  closePosition(position());
  expect(ticket.side.value).toBe("close-long");
});

it("every pair can be looked at by its name", () => {
  status.value = statusOf({ books: [standing(), standing({ pair: "4ETH_USDT" })] });
  expect(pairCommands().map(({ name, keys }) => [name, keys])).toEqual([
    ["BTC/USDT", "4BTC_USDT"],
    ["ETH/USDT", "4ETH_USDT"],
  ]);
  pairCommands()[1]?.run();
  expect(pair.value).toBe("4ETH_USDT");
  choosePair("4BTC_USDT");
  expect(pair.value).toBe("4BTC_USDT");
});

it("finds by all words, in names and keys, those first that begin with them", () => {
  const commands = [
    { name: "Show orders", keys: "2", run: () => undefined },
    { name: "Cancel all orders", keys: "Shift X", run: () => undefined },
    { name: "Orders of today", run: () => undefined },
  ];
  const found = (text: string): readonly string[] => matching(commands, text).map(({ name }) => name);
  expect(found("")).toEqual(commands.map(({ name }) => name));
  expect(found("  ")).toEqual(commands.map(({ name }) => name));
  expect(found("ORDERS")).toEqual(["Orders of today", "Show orders", "Cancel all orders"]);
  expect(found("  orders")).toEqual(found("orders"));
  expect(found("all ord")).toEqual(["Cancel all orders"]);
  expect(found(" orders  cancel ")).toEqual(["Cancel all orders"]);
  expect(found("shift")).toEqual(["Cancel all orders"]);
  expect(found("2")).toEqual(["Show orders"]);
  expect(found("undefined")).toEqual([]);
});

it("what is grave is the first choice by three letters of its name, not by two and a blank", () => {
  const grave = [{ name: "Cancel all", isGrave: true as const, run: () => undefined }];
  expect(["can", "ca", "ca ", ""].map((text) => firstChoice(grave, text))).toEqual([0, -1, -1, -1]);
  expect(firstChoice([...grave, { name: "Call", run: () => undefined }], "ca")).toBe(1);
});
