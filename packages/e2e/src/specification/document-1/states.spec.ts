import { VenueError } from "@depthwire/core";
import { compileOperation, compileRecord } from "@depthwire/core/internal";
import { usdt, venueCodes } from "@depthwire/schema";
import {
  type OperationOf,
  order,
  orderStatus,
  planOrder,
  planStatus,
  type RecordShape,
  type Shape,
} from "@depthwire/schema/internal";
import { describe, expect, it } from "vitest";
import { wireSamples } from "../ignored.spec-kit.js";
import { answered, thrownBy } from "../wire.spec-kit.js";

describe("transitions are not shown", () => {
  it("so any status may follow any other, and one that no table has is kept [d1/states/sentence/1]", () => {
    for (const [shape, members] of [
      [order, orderStatus.members],
      [planOrder, planStatus.members],
    ] as const) {
      const { decode } = compileRecord(shape);
      const [sample] = wireSamples(shape);
      const statuses = Object.entries(members);
      for (const [wire, name] of [...statuses, ...statuses.toReversed()]) {
        expect(decode({ ...sample?.wire, s: Number(wire) })).toMatchObject({ status: name });
      }
      expect(decode({ ...sample?.wire, s: 77 })).toMatchObject({ status: "unknown:77" });
    }
  });
});

const cancels: readonly OperationOf<RecordShape, Shape>[] = [usdt.cancelOrder, usdt.cancelOrders];

describe("refusals that tell of a state", () => {
  it.each([
    ["of a completed or cancelled order [d1/states/rule/1]", 2033, "order already completed or cancelled"],
    ["of an order that is being cancelled [d1/states/rule/2]", 2064, "already cancelling"],
    ["of a market order [d1/states/rule/3]", 2069, "market order cannot be cancelled"],
    ["of an unknown order [d1/states/rule/4]", 2040, "no such order"],
  ] as const)("a cancel %s", (_title, code, meaning) => {
    for (const operation of cancels) {
      expect(operation.codes).toContain(code);
      const error = thrownBy(() => answered(compileOperation(operation), `{"state":${code},"msg":"m","cmd":"close"}`));
      expect(error).toBeInstanceOf(VenueError);
      expect(error).toMatchObject({
        venueCode: code,
        retryable: false,
        ambiguous: false,
        entry: { category: "order-state", meaning },
      });
    }
  });

  it("margin of a side without position: a state and a msg [d1/states/rule/5]", () => {
    expect(usdt.adjustMargin.codes).toContain(3103);
    expect(venueCodes[3103].category).toBe("position");
    const adjust = compileOperation(usdt.adjustMargin);
    expect(thrownBy(() => answered(adjust, '{"state":3103,"msg":"no position","cmd":"changeMargin"}'))).toMatchObject({
      venueCode: 3103,
      details: { published: "no position", operation: "adjustMargin" },
      ambiguous: false,
    });
    expect(answered(adjust, '{"state":0}')).toEqual({});
  });
});
