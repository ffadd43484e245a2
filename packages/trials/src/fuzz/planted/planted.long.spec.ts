import { describe, expect, it } from "vitest";
import { runTarget } from "../run-target.js";

const earlier: readonly Uint8Array[] = [];
const run = (target: string, inputs: number, endlessCpuMs?: number) =>
  runTarget({ target, seed: 11, inputs, untilMs: Number.POSITIVE_INFINITY, earlier, maxFindings: 1 }, endlessCpuMs);

describe("what is planted is found, and made small", () => {
  it("an exception without a code, behind four bytes that only coverage leads to", async () => {
    const { crashers } = await run("planted-uncaught", 100_000);
    expect(crashers.map(({ finding }) => finding.kind)).toEqual(["uncaught"]);
    expect(crashers[0]?.finding.signature).toContain("TypeError at trials/dist/fuzz/planted/faulty-readers.js");
    expect([...(crashers[0]?.input ?? [])]).toEqual([0x7b, 0x22, 0x5c, 0x65]);
  });

  it("time that grows with the square of the input", async () => {
    const { crashers } = await run("planted-slow", 300);
    expect(crashers.map(({ finding }) => finding.kind)).toEqual(["slow"]);
    expect(crashers[0]?.input.length).toBeLessThan(12_000);
  });

  it("an input that never ends", async () => {
    const { crashers } = await run("planted-endless", 50_000, 1_500);
    expect(crashers.map(({ finding }) => finding)).toMatchObject([{ kind: "slow", signature: "never ends" }]);
    expect(crashers[0]?.input).toContain(0x22);
  });

  it("a stream that zlib refuses", async () => {
    const { crashers } = await run("planted-lenient", 500);
    const finding = { kind: "lenient", signature: "careless and zlib take different streams" };
    expect(crashers.map((crasher) => crasher.finding)).toMatchObject([finding]);
    expect(crashers[0]?.input.length).toBeLessThan(60);
  });

  it("a book that differs from the readable one", async () => {
    const { crashers } = await run("planted-books", 600);
    const signature = "the book that is followed is another than the plain one";
    expect(crashers[0]?.finding).toMatchObject({ kind: "lenient", signature });
    expect(Buffer.from(crashers[0]?.input ?? []).toString("latin1")).toContain('"mod"');
  });
});
