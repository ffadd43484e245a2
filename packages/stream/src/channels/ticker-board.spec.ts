import type { Pair } from "@depthwire/schema";
import type { TickerRow } from "@depthwire/schema/internal";
import { expect, it } from "vitest";
import type { ChannelItem, ChannelStatus } from "../shard/channel/channel-item.js";
import { checkKlinePeriod } from "./kline-period.js";
import { TickerBoard, type TickerView } from "./ticker-board.js";

const pair = "4BTC_USDT" as Pair;

function scene() {
  const board = new TickerBoard(pair);
  const shown: TickerView[] = [];
  const reader = { show: (view: TickerView) => void shown.push(view) };
  board.join(reader);
  const status = (word: ChannelStatus): void => board.receive({ kind: "status", status: word } as ChannelItem);
  const ticker = (lastPrice: string, receivedAtMs: number): void =>
    board.receive({
      kind: "event",
      event: { kind: "ticker", ticker: { lastPrice } as TickerRow, order: "document" },
      receivedAtMs,
    } as unknown as ChannelItem);
  return { board, shown, reader, status, ticker };
}

it("a ticker is live with the first that comes, and stays shown as what it is when the connection is lost", () => {
  const { board, shown, status, ticker } = scene();
  expect(board.view).toMatchObject({ kind: "ticker", pair, status: "connecting", ticker: undefined, receivedAtMs: 0 });
  status("connecting");
  status("subscribed");
  status("live");
  expect(shown.map((view) => view.status)).toEqual(["subscribed"]);
  ticker("7", 11);
  ticker("8", 12);
  status("disconnected");
  status("disconnected");
  expect(shown.slice(1).map((view) => [view.status, view.ticker?.lastPrice, view.order, view.receivedAtMs])).toEqual([
    ["live", "7", "document", 11],
    ["live", "8", "document", 12],
    ["disconnected", "8", "document", 12],
  ]);
  expect(board.view).toBe(shown.at(-1));
});

it("what is no ticker changes nothing, and who has left, or whom the board left, is shown nothing", () => {
  const { board, shown, reader, ticker } = scene();
  board.receive({ kind: "event", event: { kind: "deals" }, receivedAtMs: 5 } as unknown as ChannelItem);
  board.receive({ kind: "gap" } as unknown as ChannelItem);
  expect([shown, board.view.status]).toEqual([[], "connecting"]);
  board.leave(reader);
  ticker("7", 11);
  expect([shown.length, board.view.ticker?.lastPrice]).toEqual([0, "7"]);
  board.join(reader);
  board.close();
  ticker("8", 12);
  expect(shown).toEqual([]);
});

it("a period that is not pushed is refused with those that are", () => {
  expect(checkKlinePeriod("1min")).toBe("1min");
  expect(() => checkKlinePeriod("3min")).toThrow(
    expect.objectContaining({
      code: "value-invalid",
      details: { path: "period", rule: expect.stringMatching(/^one of 1min, 5min, .*week$/) },
    }),
  );
  expect(() => checkKlinePeriod("toString")).toThrow(expect.objectContaining({ code: "value-invalid" }));
});
