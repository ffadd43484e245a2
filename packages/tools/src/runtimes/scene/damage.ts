import { gzipSync } from "node:zlib";
import { randomInteger } from "@depthwire/testkit";

const cutsAFrame = 10;
const flipsAFrame = 24;
/** More than a frame may inflate to. */
const bombBytes = 5 * 1024 * 1024;

/** Frames as a bad line, or a bad peer, makes them of good ones: cut off, with a bit turned, with something behind. */
export function damagedFrames(frames: readonly Uint8Array[], random: () => number): Uint8Array[] {
  const below = (count: number): number => randomInteger(random, 0, count - 1);
  const damaged = frames.flatMap((frame) => [
    ...Array.from({ length: cutsAFrame }, () => frame.subarray(0, below(frame.length))),
    ...Array.from({ length: flipsAFrame }, () => withBitTurned(frame, below(frame.length), below(8))),
    Buffer.concat([frame, Uint8Array.of(below(256))]),
    Buffer.concat([frame, frame.subarray(1)]),
  ]);
  const bomb = Buffer.concat([Uint8Array.of(0x31), gzipSync(new Uint8Array(bombBytes))]);
  return [...damaged, new Uint8Array(0), Uint8Array.of(0x31), Uint8Array.of(0x31, 0x78), bomb];
}

function withBitTurned(frame: Uint8Array, at: number, bit: number): Uint8Array {
  const turned = Uint8Array.from(frame);
  turned[at] = (turned[at] as number) ^ (1 << bit);
  return turned;
}
