import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { RecordingReport } from "@depthwire/recording/internal";
import { hostFeeds, type OpenFeed } from "@depthwire/stream";
import { feedPortOn } from "./message-port.js";

/** A line to a shard's thread beside its own. */
export interface SideLine {
  /** The thread's end. */
  readonly far: MessagePort;
  /** The thread is gone. */
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
  /** Asks the thread to end its recording. Resolves when it has, or is gone. */
  end(): Promise<void>;
}

/** @param onReport told now and then what was recorded; last when the recording is over */
export function openRecordingLine(onReport: (report: RecordingReport) => void): RecordingLine {
  const { port1: near, port2: far } = new MessageChannel();
  let over = (): void => {};
  const isOver = new Promise<void>((resolve) => {
    over = resolve;
  });
  near.once("close", over);
  near.on("message", (report: RecordingReport) => {
    onReport(report);
    if (report.phase === "ended") {
      over();
    }
  });
  return {
    far,
    // The last word of a thread comes with its end, which closes the line behind it.
    close: () => {},
    end() {
      near.postMessage("end", []);
      return isOver;
    },
  };
}
