import type { RecordingReport } from "@depthwire/recording/internal";
import { hostFeeds, type OpenFeed } from "@depthwire/stream";
import { feedPortOn } from "./message-port.js";

/** A line to a shard's worker beside its own. */
export interface SideLine {
  /** The worker's end. */
  readonly far: MessagePort;
  /** The worker is gone. */
  close(): void;
}

/** The line to the connections that the program has for the shard. */
export function openFeedLine(openFeed: OpenFeed): SideLine {
  const { port1: near, port2: far } = new MessageChannel();
  const host = hostFeeds(feedPortOn(near), openFeed);
  return {
    far,
    close() {
      host.close();
      near.close();
    },
  };
}

/** The line about a shard's recording. */
export interface RecordingLine extends SideLine {
  /** Asks the worker to end its recording. Resolves when it has, or is gone. */
  end(): Promise<void>;
}

/** @param onReport told now and then what was recorded; last when the recording is over */
export function openRecordingLine(onReport: (report: RecordingReport) => void): RecordingLine {
  const { port1: near, port2: far } = new MessageChannel();
  let over = (): void => {};
  const isOver = new Promise<void>((resolve) => {
    over = resolve;
  });
  near.addEventListener("message", ({ data }: MessageEvent<RecordingReport>) => {
    onReport(data);
    if (data.phase === "ended") {
      over();
    }
  });
  near.start();
  return {
    far,
    close() {
      over();
      near.close();
    },
    end() {
      near.postMessage("end", []);
      return isOver;
    },
  };
}
