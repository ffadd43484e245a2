import { compileOperation, compileRecord } from "@depthwire/core/internal";
import { wallet } from "@depthwire/schema";
import { deposit, depositFilter, depositStatus, withdrawal, withdrawalStatus } from "@depthwire/schema/internal";
import { describe, expect, it } from "vitest";
import { wireSamples } from "../ignored.spec-kit.js";
import { bodyOf, received, thrownBy } from "../wire.spec-kit.js";

describe("the filter of deposits", () => {
  it("is 0 for all, by default, and else a status [d2/states/sentence/1]", () => {
    const operation = compileOperation(wallet.listDeposits);
    expect(wallet.listDeposits.params.fields.filter).toMatchObject({ presence: "optional", assumed: 0 });
    const { 0: all, ...rest } = depositFilter.members;
    expect(all).toBe("all");
    expect(rest).toEqual(depositStatus.members);
    expect(bodyOf(operation, { filter: "credited", page: 1, size: 50 })).toBe('{"filter_type":2,"page":1,"size":50}');
    expect(received(operation, '{"filter_type":0,"page":1,"size":50}')).toMatchObject({ filter: "all" });
    expect(received(operation, '{"page":1,"size":50}')).not.toHaveProperty("filter");
    for (const filter of [-1, 4]) {
      const read = (): unknown => received(operation, `{"filter_type":${filter},"page":1,"size":50}`);
      expect(thrownBy(read).details).toMatchObject({ path: "filter_type" });
    }
  });
});

describe("transitions", () => {
  it("are not shown: any status may follow any other, and an unlisted one is kept [d2/states/sentence/2]", () => {
    for (const [shape, { members }] of [
      [deposit, depositStatus],
      [withdrawal, withdrawalStatus],
    ] as const) {
      const { decode } = compileRecord(shape);
      const [sample] = wireSamples(shape);
      const statuses = Object.entries(members);
      for (const [wire, name] of [...statuses, ...statuses.toReversed()]) {
        expect(decode({ ...sample?.wire, status: Number(wire) })).toMatchObject({ status: name });
      }
      expect(decode({ ...sample?.wire, status: 9 })).toMatchObject({ status: "unknown:9" });
    }
  });
});
