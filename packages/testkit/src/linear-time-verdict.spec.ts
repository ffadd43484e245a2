import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { measureLinearTime } from "./linear-time.js";

/** The time that the readers of these tests take passes on this clock alone: what is measured depends on no machine. */
let nowMs: number;

beforeEach(() => {
  nowMs = 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A reader whose run over a text of so many characters takes so long, and the sizes that it read. */
function readerThatTakes(msOf: (size: number, runs: number) => number) {
  const read: number[] = [];
  const of = (size: number) => () => {
    read.push(size);
    nowMs += msOf(size, read.length);
  };
  return { of, read };
}

const turn = [...Array<number>(32).fill(8_000), 256_000];

test("a reader that takes twice as long for twice as much is linear, which three turns tell", () => {
  const { of, read } = readerThatTakes((size) => size / 1_000);
  expect(measureLinearTime(of)).toEqual({ isLinear: true, inPartsMs: 256, atOnceMs: 256 });
  expect(read).toEqual([...turn, ...turn, ...turn]);
});

test("a reader whose time grows with the square of its input is not, and gets no more than a hundred turns", () => {
  const { of, read } = readerThatTakes((size) => (size / 1_000) ** 2);
  expect(measureLinearTime(of)).toEqual({ isLinear: false, inPartsMs: 2_048, atOnceMs: 65_536 });
  expect(read).toHaveLength(100 * turn.length);
});

test("less than eight times as long at once as in parts is linear, eight times is not", () => {
  const { of: seven } = readerThatTakes((size) => (size === 8_000 ? 1 : 255));
  expect(measureLinearTime(seven).isLinear).toBe(true);
  const { of: eight } = readerThatTakes((size) => (size === 8_000 ? 1 : 256));
  expect(measureLinearTime(eight).isLinear).toBe(false);
});

test("the best turn counts: one that the machine disturbed says nothing, and more are taken until one was quiet", () => {
  const disturbed = readerThatTakes((size, runs) => (size === 8_000 ? 2 : runs <= 10 * turn.length ? 5_000 : 64));
  expect(measureLinearTime(disturbed.of)).toEqual({ isLinear: true, inPartsMs: 64, atOnceMs: 64 });
  expect(disturbed.read).toHaveLength(11 * turn.length);
  const quietOnce = readerThatTakes((size, runs) => (size === 8_000 ? (runs <= 33 ? 1 : 9) : 40));
  expect(measureLinearTime(quietOnce.of)).toEqual({ isLinear: true, inPartsMs: 32, atOnceMs: 40 });
});

test("what is refused took its time all the same", () => {
  const refusing = (size: number) => () => {
    nowMs += size / 1_000;
    throw new SyntaxError("no such text");
  };
  expect(measureLinearTime(refusing)).toEqual({ isLinear: true, inPartsMs: 256, atOnceMs: 256 });
});
