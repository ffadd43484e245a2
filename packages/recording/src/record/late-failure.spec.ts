import { beforeEach, describe, expect, test } from "vitest";
import { entriesOf } from "../replay/segment.spec-kit.js";
import type { RecordingFile } from "../segment/recording-store.js";
import { RecordingScene } from "./recording-scene.spec-kit.js";

let scene: RecordingScene;
/** How many bytes of each file there is room for. */
let room: number;

/** Files that take everything at once, and write it a turn later, each append whole or not at all. */
function writeLater(): void {
  const create = scene.store.create.bind(scene.store);
  scene.store.create = (name) => {
    const file = create(name);
    let writtenBytes = 0;
    let failure: unknown;
    const late: RecordingFile = {
      get writtenBytes() {
        return writtenBytes;
      },
      get failure() {
        return failure;
      },
      append(bytes) {
        const copy = bytes.slice();
        queueMicrotask(() => {
          if (failure === undefined && writtenBytes + copy.length <= room) {
            file.append(copy);
            writtenBytes += copy.length;
          } else {
            failure ??= new Error("no room");
          }
        });
      },
      async close() {
        await Promise.resolve();
        if (failure !== undefined) {
          throw failure;
        }
        await file.close();
      },
    };
    return late;
  };
}

beforeEach(() => {
  scene = new RecordingScene();
  room = Number.POSITIVE_INFINITY;
  writeLater();
});

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe("a file that fails after it took what was appended", () => {
  test("is the recording's failure as soon as anybody asks, and what is in it stays counted, and no more", async () => {
    await scene.start();
    scene.open();
    scene.network.last.bytes(new Uint8Array(100));
    scene.recording.flush();
    await turn();
    const whole = scene.recording.statistics();
    expect(whole).toMatchObject({ segments: 1, frames: 1, bytes: scene.store.bytesOf("00000001.dwrec").length });
    room = whole.bytes + 50;
    scene.network.last.bytes(new Uint8Array(100));
    expect(scene.recording.statistics()).toEqual(whole);
    scene.recording.flush();
    expect(scene.recording.failure).toBeUndefined();
    await turn();
    expect(scene.recording.failure).toEqual(new Error("no room"));
    expect(scene.logged).toEqual(["error recording-failed"]);
    room = Number.POSITIVE_INFINITY;
    scene.network.last.bytes(new Uint8Array(100));
    scene.clock.advance(1_000);
    await turn();
    expect(scene.recording.statistics()).toEqual(whole);
    expect(scene.heard.filter((what) => what.startsWith("message"))).toHaveLength(3);
    await expect(scene.recording.close()).rejects.toThrow("no room");
    const frames = entriesOf(scene.store.bytesOf("00000001.dwrec")).filter(({ kind }) => kind === "inbound");
    expect(frames).toHaveLength(1);
  });

  test("may be one that was ended already: its missing frames never count", async () => {
    await scene.start({ maxSegmentMs: 1_000 });
    scene.open();
    scene.network.last.bytes(new Uint8Array(100));
    scene.recording.flush();
    await turn();
    room = scene.recording.statistics().bytes;
    scene.network.last.bytes(new Uint8Array(100));
    scene.clock.advance(2_000);
    scene.network.last.bytes(new Uint8Array(10));
    await turn();
    expect(scene.recording.failure).toEqual(new Error("no room"));
    expect(scene.recording.statistics()).toMatchObject({ segments: 2, frames: 1 });
    await expect(scene.recording.close()).rejects.toThrow("no room");
  });

  test("counts nothing of a segment of which nothing is there", async () => {
    room = 0;
    await scene.start();
    scene.open();
    scene.network.last.bytes(new Uint8Array(100));
    await turn();
    expect(scene.recording.failure).toEqual(new Error("no room"));
    expect(scene.recording.statistics()).toMatchObject({ segments: 0, frames: 0, bytes: 0 });
  });
});
