import { addDecimals } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import type { OrderState } from "../index.js";
import type { SeenRequest } from "../spec-kit/scripted-venue.spec-kit.js";
import { beyond, heard, order, type Scene, scene } from "./limit-scene.spec-kit.js";

interface TradedScene extends Scene {
  /** A trade is told, as the stream tells it. */
  fill(orderId: string, dealQuantity: string): void;
  /** A row of the position is told. */
  row(quantity: string): void;
  /** A row of the order is told. */
  tell(orderId: string, dealQuantity: string, status: OrderState["status"]): void;
}

/** What the stream tells: a trade, of the trader's order or another; a row of the position; the order's end. */
type Told =
  | { readonly fill: string; readonly of?: string }
  | { readonly row: string }
  | { readonly end: string; readonly as: OrderState["status"] };

/** A limit of three, over a mirror that adds trades up. The venue itself says what `atVenue` says. */
function tradedScene(onAsk: () => void = () => undefined): TradedScene {
  let told = "0";
  let explained = "0";
  const fateOf = ({ target }: SeenRequest) => {
    if (target.endsWith("position")) {
      onAsk();
    }
    return "answered" as const;
  };
  const base = scene(
    () => told,
    fateOf,
    () => explained,
  );
  const { trader, positions } = base;
  return {
    ...base,
    fill: (orderId, dealQuantity) => {
      explained = addDecimals(explained, dealQuantity);
      positions.set("4BTC_USDT long", { hc: explained, lc: explained });
      trader.fillHeard({ orderId, pair: "4BTC_USDT", side: "open-long", dealQuantity });
    },
    row: (quantity) => {
      told = quantity;
      trader.positionHeard("4BTC_USDT", "long");
    },
    tell: (orderId, dealQuantity, status) => trader.heard(heard(orderId, dealQuantity, status)),
  };
}

describe("a position limit counts trades that were told", () => {
  const sequences: readonly (readonly [name: string, told: readonly Told[]])[] = [
    ["alone", [{ fill: "2" }]],
    [
      "of another session",
      [
        { end: "0", as: "cancelled" },
        { fill: "2", of: "999" },
      ],
    ],
    ["before an end that says nothing of them", [{ fill: "2" }, { end: "0", as: "cancelled" }]],
    ["before an end that says less", [{ fill: "2" }, { end: "0.5", as: "partly-cancelled" }]],
    ["behind an end that says nothing of them", [{ end: "0", as: "cancelled" }, { fill: "2" }]],
    ["before an old row", [{ fill: "2" }, { end: "2", as: "filled" }, { row: "0" }]],
    [
      "before a row that is right, and an old one",
      [{ fill: "2" }, { end: "2", as: "filled" }, { row: "2" }, { row: "0" }],
    ],
    ["behind a row that has them", [{ row: "2" }, { fill: "2" }, { end: "2", as: "filled" }]],
  ];

  it.each(sequences)("%s: what fits beside them is let through, and nothing more", async (_, told) => {
    const { trader, settle, fill, row, tell } = tradedScene();
    const { orderId } = await settle(trader.place(order));
    for (const one of told) {
      if ("fill" in one) {
        fill(one.of ?? orderId, one.fill);
      } else if ("row" in one) {
        row(one.row);
      } else {
        tell(orderId, one.end, one.as);
      }
    }
    await expect(settle(trader.place({ ...order, quantity: "1.1" }))).rejects.toMatchObject(beyond);
    await settle(trader.place({ ...order, quantity: "1" }));
  });

  it("and the venue is asked where its row and its trades say different things, and nothing is on its way", async () => {
    const { trader, settle, fill, positions, asked } = tradedScene();
    fill("999", "2");
    positions.clear();
    await settle(trader.place(order));
    expect(asked()).toBe(1);
  });

  it("that come while the venue is asked", async () => {
    let onAsk = (): void => undefined;
    const { trader, settle, fill, positions, row } = tradedScene(() => onAsk());
    row("2.5");
    onAsk = () => {
      fill("999", "2");
      positions.clear();
    };
    await expect(settle(trader.place(order))).rejects.toMatchObject(beyond);
  });

  it("and asks nobody once row and trades agree, however often they were on their way", async () => {
    const { trader, settle, fill, row, tell, asked } = tradedScene();
    for (let trip = 0; trip < 50; trip++) {
      const { orderId } = await settle(trader.place({ ...order, quantity: "3" }));
      fill(orderId, "1");
      fill(orderId, "2");
      tell(orderId, "3", "filled");
      row("3");
      await expect(settle(trader.place({ ...order, quantity: "0.1" }))).rejects.toMatchObject(beyond);
      fill("closing", "-3");
      row("0");
    }
    expect(asked()).toBe(0);
    await settle(trader.place({ ...order, quantity: "3" }));
  });
});

describe("a quantity below zero is no room", () => {
  it("where the stream tells it", async () => {
    const { trader, settle, asked } = scene(() => "-2.5");
    await expect(settle(trader.place(order))).rejects.toMatchObject(beyond);
    expect(asked()).toBe(0);
  });

  it("where an answer tells it, and every row of the side counts", async () => {
    const { trader, settle, positions } = scene(() => undefined);
    positions.set("4BTC_USDT long", { hc: "-2.5", lc: "0" });
    await expect(settle(trader.place(order))).rejects.toMatchObject(beyond);
  });
});
