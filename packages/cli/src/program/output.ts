import type { Ending } from "./ending.js";
import type { Envelope } from "./envelope.js";
import { type Colouring, seenJson, seenText } from "./unseen.js";

/** Where a command says things. Data goes to standard output, words about the work to standard error. */
export interface Output {
  readonly isJson: boolean;
  /** One of many things. @param text for people; undefined: nothing */
  item(data: object, text?: string): void;
  /** What came of it: at most once, at the end. @param text for people; undefined: nothing */
  result(data: object, text?: string): void;
  /** Text for people on standard output, such as a screen that is drawn; nothing with `--json`. */
  write(text: string): void;
  /** A line about the work on standard error, with `--json` as well. */
  note(text: string): void;
  /** Bytes as they are, for `--raw` and pictures; with `--json` too. @returns settled when there is room for more */
  bytes(chunk: Uint8Array | string): Promise<void>;
  /** Progress of long work: a bar on a terminal, nothing elsewhere. */
  progress(title: string): Progress;
}

/** One bar. */
export interface Progress {
  /** @param done of `total`, in any unit. @param words stand behind the bar */
  update(done: number, total: number, words?: string): void;
  /** Takes the bar away. */
  end(): void;
}

/** Where an output writes. */
export interface OutputStreams {
  readonly out: NodeJS.WritableStream;
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean | undefined; readonly columns?: number | undefined };
}

/**
 * The output of one command. Texts of a venue may stand in what it is told: what is not seen of them is marked.
 *
 * @param colouring whether the texts have colours
 */
export function createOutput(
  command: string,
  form: "json" | "text",
  { out, err }: OutputStreams,
  colouring: Colouring = "plain",
): Output & { end(ending: Ending): void } {
  const isJson = form === "json";
  const envelope = (line: Omit<Envelope, "command">): void => {
    const { kind, ...rest } = line;
    out.write(`${seenJson(JSON.stringify({ kind, command, ...rest }))}\n`);
  };
  const tell = (kind: "item" | "result", data: object, text: string | undefined): void => {
    if (isJson) {
      envelope({ kind, data });
    } else if (text !== undefined) {
      const seen = seenText(text, colouring);
      out.write(seen.endsWith("\n") ? seen : `${seen}\n`);
    }
  };
  return {
    isJson,
    item: (data, text) => tell("item", data, text),
    result: (data, text) => tell("result", data, text),
    write: (text) => {
      if (!isJson) {
        out.write(text);
      }
    },
    note: (text) => void err.write(`${seenText(text, colouring)}\n`),
    bytes: (chunk) => writeBytes(out, chunk),
    progress: (title) => progressBar(title, err),
    end: ({ text, error, exitCode }) => {
      if (text !== "") {
        err.write(`${seenText(text, "plain")}\n`);
      }
      if (isJson && error !== undefined) {
        envelope({ kind: "error", error, exitCode });
      }
    },
  };
}

/** How a stream with room for more, or with nobody behind it, says so. */
const roomEvents = ["drain", "close", "error"] as const;

/** Settled when there is room for more; at once where nobody takes anything any more. */
function writeBytes(out: NodeJS.WritableStream, chunk: Uint8Array | string): Promise<void> {
  return new Promise((resolve) => {
    if (out.write(chunk) || !out.writable) {
      resolve();
      return;
    }
    const done = (): void => {
      for (const event of roomEvents) {
        out.off(event, done);
      }
      resolve();
    };
    for (const event of roomEvents) {
      out.on(event, done);
    }
  });
}

const barWidth = 24;
const usualColumns = 80;
/** More often nobody sees it. */
const minRedrawMs = 100;

function progressBar(title: string, err: OutputStreams["err"]): Progress {
  if (err.isTTY !== true) {
    return { update: () => {}, end: () => {} };
  }
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  return {
    update: (done, total, words = "") => {
      const nowMs = performance.now();
      if (nowMs - drawnAtMs < minRedrawMs && done < total) {
        return;
      }
      drawnAtMs = nowMs;
      const share = total > 0 ? Math.min(1, done / total) : 0;
      const filled = Math.round(share * barWidth);
      const bar = "█".repeat(filled) + "░".repeat(barWidth - filled);
      const line = `${title} ${bar} ${String(Math.floor(share * 100)).padStart(3)} % ${words}`;
      err.write(`\r\x1b[2K${line.slice(0, (err.columns ?? usualColumns) - 1)}`);
    },
    end: () => void err.write("\r\x1b[2K"),
  };
}
