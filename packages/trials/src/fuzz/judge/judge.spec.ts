import zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import { joined } from "../generate/bytes.js";
import { fileOf } from "../generate/segment.js";
import { judgeDepth, prefixDialect } from "./depth.js";
import { judgeFrame } from "./frame.js";
import { judgeJsonText } from "./json.js";
import { judgeBlocks } from "./segment.js";
import { judgeStream } from "./zlib.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("the judge", () => {
  it.each([
    ['{"a":1,"\\u0061":2}', "a key twice"],
    ['{"a":"\\ud800"}', "a lone surrogate"],
    ["[".repeat(33) + "]".repeat(33), "too deep"],
    ["[1,]", "no JSON"],
    ["[01]", "no JSON"],
  ])("of JSON refuses %s", (text, why) => {
    expect(judgeJsonText(text, 1_000)).toEqual({ kind: "refused", why });
  });

  it("of JSON keeps digits, and texts that look like its own marks", () => {
    const judged = judgeJsonText('{"a":1.10,"b":"#1","c":["$",-0],"#d":"\\u0023"}', 1_000);
    const value = { a: { text: "1.10" }, b: "#1", c: ["$", { text: "-0" }], "#d": "#" };
    expect(judged).toMatchObject({ kind: "value", value });
  });

  it("of streams refuses what stands behind them, a second gzip member too", () => {
    const [stream, member] = [zlib.deflateSync("text"), zlib.gzipSync("")];
    expect(judgeStream(stream, 100).kind).toBe("text");
    expect(judgeStream(joined(stream, Uint8Array.of(0)), 100).kind).toBe("refused");
    expect(judgeStream(member, 100).kind).toBe("text");
    expect(judgeStream(joined(member, member), 100).kind).toBe("refused");
    expect(judgeStream(stream, 3).kind).toBe("refused");
  });

  it("of frames cuts one newline off", () => {
    const limits = { maxFrameBytes: 100, maxInflatedBytes: 100 };
    expect(judgeFrame(bytes("0{}\r\n"), limits)).toMatchObject({ text: bytes("{}") });
    expect(judgeFrame(bytes("0{}\n\n"), limits)).toMatchObject({ text: bytes("{}\n") });
    expect(judgeFrame(bytes("0\n"), limits).kind).toBe("refused");
    expect(judgeFrame(bytes("2{}"), limits).kind).toBe("refused");
  });

  it("of depth reads both forms of a number, and no minus sign", () => {
    const wishes = { pair: "P", isIncremental: false, capacity: 2 };
    const judge = (rows: string): unknown => {
      const judged = judgeJsonText(`{"pair":"P","ut":1,"seq":2,"asks":${rows}}`, 1_000);
      return judged.kind === "value" ? judgeDepth(judged.value, prefixDialect, wishes) : judged;
    };
    expect(judge('[["01.50",2e1],[1.5e-1,"3"]]')).toMatchObject({
      sections: [
        [
          ["1.5", "20"],
          ["0.15", "3"],
        ],
        [],
        [],
        [],
        [],
        [],
      ],
    });
    for (const rows of [
      '[["-0","1"]]',
      '[["1"]]',
      '[["1e1","1"]]',
      '[["1","2"],["1","2"],["1","2"]]',
      `[["${"9".repeat(39)}","1"]]`,
    ]) {
      expect(judge(rows)).toMatchObject({ kind: "refused" });
    }
  });

  it("of segments tells a torn end from damage, and counts the entries of each version", () => {
    const file = fileOf(1, [bytes("one"), bytes("two")]);
    const sound = { blocks: 2, entries: 2, isFilled: true };
    expect(judgeBlocks(file)).toEqual({ ...sound, end: "whole" });
    expect(judgeBlocks(file.subarray(0, -1))).toEqual({ blocks: 1, entries: 1, isFilled: true, end: "torn" });
    const damaged = file.slice();
    damaged[20] = 0x78;
    expect(judgeBlocks(damaged)).toEqual({ blocks: 0, entries: 0, isFilled: true, end: "damaged" });
    const entry = (length: number): Uint8Array => Uint8Array.of(2, 0, 0, 0, length, 0, 0, 0, 1, 2, 3);
    const later = fileOf(2, [Uint8Array.of(...entry(3), ...entry(3)), entry(3)]);
    expect(judgeBlocks(later)).toEqual({ blocks: 2, entries: 3, isFilled: true, end: "whole" });
    expect(judgeBlocks(fileOf(2, [entry(2)]))).toEqual({ blocks: 1, entries: 1, isFilled: false, end: "whole" });
    expect(judgeBlocks(fileOf(2, [entry(4)]))).toMatchObject({ entries: 0, isFilled: false });
  });
});
