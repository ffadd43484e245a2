import { describe, expect, it } from "vitest";
import { readLine, writeLine } from "./checked-line.js";
import { isDeliveredRecord } from "./delivered-list.js";
import { readRecords } from "./read-records.js";

describe("a line of a file", () => {
  it("holds what was written, and nothing where anything of it was changed", () => {
    const line = writeLine({ a: "é", b: [1] });
    expect(line).toMatch(/^[0-9a-f]{8} \{.*\}\n$/);
    const whole = line.slice(0, -1);
    expect(readLine(whole)).toEqual({ a: "é", b: [1] });
    for (const wrong of ["", whole.slice(1), whole.replace(" ", "-"), whole.replace("1", "2"), `0${whole.slice(1)}x`]) {
      expect(readLine(wrong)).toBeUndefined();
    }
    // Its checksum fits, and it is no JSON.
    expect(readLine("00000000 ")).toBeUndefined();
  });
});

describe("a file of records", () => {
  const form = { format: "spec-1", isRecord: (found: object) => "n" in found };
  const file = (...lines: readonly string[]) => Buffer.from(lines.join(""));
  const head = writeLine({ format: "spec-1" });

  it("has its records, and ends behind its last whole line", () => {
    const content = file(head, writeLine({ n: 1 }), writeLine({ n: 2 }));
    expect(readRecords(content, "file", form)).toEqual({ records: [{ n: 1 }, { n: 2 }], bytes: content.length });
    const cut = Buffer.concat([content, Buffer.from("0123 {")]);
    expect(readRecords(cut, "file", form)).toEqual({ records: [{ n: 1 }, { n: 2 }], bytes: content.length });
    expect(readRecords(file(head), "file", form)).toEqual({ records: [], bytes: head.length });
  });

  it.each([
    ["", "nothing"],
    ["something else\n", "other words"],
    [writeLine({ format: "spec-2" }), "another format"],
    [writeLine({ n: 1 }), "no format"],
    [writeLine([]), "a list"],
    [head.slice(0, -1), "a beginning that was cut off"],
  ])("is somebody else's where it begins with %j: %s", (text) => {
    expect(() => readRecords(Buffer.from(text), "file", form)).toThrowError(
      expect.objectContaining({ code: "file-foreign", details: { file: "file", expected: "spec-1" } }),
    );
  });

  it.each([
    [3, "checksum", [writeLine({ n: 1 }), "damaged\n", writeLine({ n: 2 })]],
    [2, "record", [writeLine({ m: 1 })]],
    [2, "record", [writeLine([1])]],
    [3, "checksum", [writeLine({ n: 1 }), "\n"]],
  ] as const)("is damaged where line %i has no right %s", (line, check, lines) => {
    expect(() => readRecords(file(head, ...lines), "file", form)).toThrowError(
      expect.objectContaining({ code: "file-corrupt", details: { file: "file", line, check } }),
    );
  });
});

const beginning = { beforeMs: 1, openIds: ["1"], finishedIds: [], changeIds: [], takenAtMs: 2 };
const order = { kind: "order", order: { orderId: "1", status: "open", dealQuantity: "0", createdAtMs: 1 } };
const fill = { kind: "fill", fill: { orderId: "1", fillId: "2", dealQuantity: "1.5" } };
const change = { kind: "position-change", change: { positionChangeId: "1" } };

const delivered: readonly (readonly [record: object, isOne: boolean])[] = [
  [{ beginning }, true],
  [{ beginning: { ...beginning, takenAtMs: "2" } }, false],
  [{ beginning: { ...beginning, openIds: [1] } }, false],
  [{ beginning: { ...beginning, changeIds: "1" } }, false],
  [{ beginning: [] }, false],
  [{ beginning: null }, false],
  ...[order, fill, change].map((fact) => [{ fact, atMs: 1 }, true] as const),
  [{ fact: order }, false],
  [{ fact: order, atMs: "1" }, false],
  [{ fact: { kind: "order" }, atMs: 1 }, false],
  [{ fact: { ...order, order: { ...order.order, dealQuantity: "many" } }, atMs: 1 }, false],
  [{ fact: { ...order, order: { ...order.order, createdAtMs: "1" } }, atMs: 1 }, false],
  [{ fact: { ...fill, fill: { ...fill.fill, fillId: 2 } }, atMs: 1 }, false],
  [{ fact: { ...change, change: {} }, atMs: 1 }, false],
  [{ fact: { ...order, kind: "toString" }, atMs: 1 }, false],
  [{ fact: { ...order, kind: 5 }, atMs: 1 }, false],
  [{ fact: null, atMs: 1 }, false],
];

it.each(delivered)("%j is a record of what was delivered: %s", (record, isOne) => {
  expect(isDeliveredRecord(record)).toBe(isOne);
});
