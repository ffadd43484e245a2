import { playScene } from "./play-scene.js";
import type { Scene, SmokeReport } from "./scene.js";

/** What the host reads and writes: nothing else of it is used. */
interface Host {
  readonly sceneText: string;
  /** Set at the end. */
  reportText?: string;
}

/** In a host of the language alone, without sockets, timers, text codecs and WebAssembly. */
async function play(host: Host): Promise<void> {
  try {
    const report: SmokeReport = { scene: await playScene(JSON.parse(host.sceneText) as Scene) };
    host.reportText = JSON.stringify(report);
  } catch (error) {
    host.reportText = JSON.stringify({
      error: error instanceof Error ? `${error.message}\n${error.stack}` : String(error),
    });
  }
}

void play(globalThis as unknown as Host);
