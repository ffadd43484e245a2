import { type DepthChannel, DepthSink, type FrameBody } from "@depthwire/core/internal";
import { type LevelStore, ownLevels } from "../book/level-store.js";
import type { DepthScanner } from "../scan/depth-scanner.js";
import { DepthChannelTable } from "./scan/depth-channel-table.js";
import { scanDepth, scanDone } from "./scan/scan-depth.js";

/** Core's scanner, for texts in any memory. */
export class TextScanner implements DepthScanner {
  readonly sink: DepthSink;
  readonly levels: LevelStore = ownLevels;
  readonly #channels = new DepthChannelTable();

  /** @param capacity most levels in one list of a message */
  constructor(capacity: number) {
    this.sink = new DepthSink(capacity);
  }

  add(channel: DepthChannel): void {
    this.#channels.add(channel);
  }

  remove(channel: DepthChannel): void {
    if (this.#channels.findByText(channel.text) === channel) {
      this.#channels.remove(channel.text);
    }
  }

  scan({ bytes, start, end }: FrameBody): DepthChannel | undefined {
    const outcome = scanDepth(bytes, start, end, this.#channels, this.sink);
    return outcome === scanDone ? this.#channels.found : undefined;
  }
}
