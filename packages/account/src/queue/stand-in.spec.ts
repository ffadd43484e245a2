import { expect, test } from "vitest";
import { overflowAt } from "./gap.js";
import { channelStandIn, isReceived, type QueuedItem } from "./stand-in.js";

interface Content {
  readonly kind: "trade";
  readonly receivedAtMs: number;
}
interface Status {
  readonly kind: "status";
  readonly isLive: boolean;
}
type Item = QueuedItem<Content, Status>;

const tradeAt = (receivedAtMs: number): Item => ({ kind: "trade", receivedAtMs });
const live: Item = { kind: "status", isLive: true };
const lost: Item = { kind: "status", isLive: false };
const gapOf = (fromMs: number, toMs: number, dropped: number): Item => ({ ...overflowAt(fromMs), toMs, dropped });

test.each<readonly [words: string, items: readonly Item[], left: readonly Item[]]>([
  ["nothing is left of nothing", [], []],
  ["items leave one gap that counts them", [tradeAt(1), tradeAt(4), tradeAt(9)], [gapOf(1, 9, 3)]],
  ["a gap and items leave one", [gapOf(1, 3, 2), tradeAt(7)], [gapOf(1, 7, 3)]],
  ["of statuses the latest is left", [live, lost], [lost]],
  ["a status before items stays before their gap", [live, tradeAt(1), tradeAt(2)], [live, gapOf(1, 2, 2)]],
  ["a status behind items stays behind their gap", [tradeAt(1), tradeAt(2), lost], [gapOf(1, 2, 2), lost]],
  ["what changed last stands last", [tradeAt(1), live, tradeAt(2), lost, tradeAt(3)], [lost, gapOf(1, 3, 3)]],
])("%s", (_, items, left) => {
  expect(channelStandIn<Content, Status>(items)).toEqual(left);
});

test("gaps and statuses did not come in", () => {
  expect([tradeAt(1), gapOf(1, 1, 1), live].map((item) => isReceived(item))).toEqual([true, false, false]);
});
