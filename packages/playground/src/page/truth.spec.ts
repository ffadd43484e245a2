import { expect, it } from "vitest";
import type { ShownBook } from "../engine/engine-message.js";
import { bestText } from "../venue/best-levels.js";
import { TruthKeeper } from "./truth.js";

const [asks, bids] = [[{ price: "101", quantity: "1" }], [{ price: "100", quantity: "2" }]];

function stateOf(seq: number, status: ShownBook["status"] = "live", quantity = "1"): ShownBook {
  return { status, reason: "", epoch: 1, seq, updatedAtMs: 0, asks: [{ price: "101", quantity }], bids };
}

it("compares live states once each, at their own number, and counts those that differ", () => {
  const truth = new TruthKeeper();
  truth.published(1, bestText(asks, bids));
  truth.published(2, bestText(asks, bids));
  truth.published(3, bestText(asks, bids));
  expect(truth.compare(stateOf(1))).toEqual({ compared: 1, different: 0 });
  expect(truth.compare(stateOf(1))).toEqual({ compared: 1, different: 0 });
  expect(truth.compare(stateOf(2, "gapped", "9"))).toEqual({ compared: 1, different: 0 });
  expect(truth.compare(stateOf(3, "live", "9"))).toEqual({ compared: 2, different: 1 });
  expect(truth.compare(stateOf(4))).toEqual({ compared: 2, different: 1 });
});
