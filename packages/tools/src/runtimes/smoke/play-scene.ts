import { createInflate } from "@depthwire/book";
import { createPureInflate } from "@depthwire/book/internal";
import { DepthwireError, defaultFrameLimits, type Inflate } from "@depthwire/core";
import { crc32, createFrameBody, createHmacMd5, decodeFrame } from "@depthwire/core/internal";
import { bytesOf } from "./hex.js";
import { playHistory } from "./play-history.js";
import type { FrameVerdict, Scene, SceneReport } from "./scene.js";

/** The smallest module: a header, and nothing in it. */
const emptyModule = "0061736d01000000";

/** Plays a scene. It needs no time, no randomness and no socket, so that it runs wherever the packages do. */
export async function playScene(scene: Scene): Promise<SceneReport> {
  const books: SceneReport["books"][number][] = [];
  for (const history of scene.histories) {
    books.push(await playHistory(history));
  }
  const fastest = createInflate();
  const plain = createPureInflate();
  const judge = (frame: string): FrameVerdict => ({
    fastest: verdictOn(frame, fastest),
    plain: verdictOn(frame, plain),
  });
  return {
    wasm: webAssembly(),
    digests: scene.digests.map(({ key, data }) => createHmacMd5(bytesOf(key)).hexOfBytes(bytesOf(data))),
    frames: scene.frames.map(judge),
    damaged: scene.damaged.map(judge),
    books,
  };
}

/** An error's code, or length and checksum of the frame's text. */
export function verdictOn(frame: string, inflate: Inflate): string {
  try {
    const { bytes, start, end } = decodeFrame(bytesOf(frame), inflate, defaultFrameLimits, createFrameBody());
    return `${end - start} bytes, ${crc32(bytes, start, end).toString(16)}`;
  } catch (error) {
    if (error instanceof DepthwireError) {
      return error.code;
    }
    throw error;
  }
}

function webAssembly(): SceneReport["wasm"] {
  const { WebAssembly: machine } = globalThis as { readonly WebAssembly?: { readonly Module: ModuleClass } };
  if (machine === undefined) {
    return "absent";
  }
  try {
    return new machine.Module(bytesOf(emptyModule)) instanceof machine.Module ? "compiled" : "barred";
  } catch {
    return "barred";
  }
}

type ModuleClass = new (bytes: Uint8Array) => object;
