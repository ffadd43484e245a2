import { onTestFinished, vi } from "vitest";

/** What was written to the streams of this process, which nobody reads meanwhile. */
export interface Streams {
  readonly out: string;
  readonly err: string;
}

/** From now on, until the test ends, what is written to standard output and standard error stays here. */
export function holdStreams(): Streams {
  const held = { out: "", err: "" };
  for (const [name, stream] of [["out", process.stdout] as const, ["err", process.stderr] as const]) {
    const write = vi.spyOn(stream, "write").mockImplementation((text) => {
      held[name] += String(text);
      return true;
    });
    const listeners = stream.listeners("error");
    onTestFinished(() => {
      write.mockRestore();
      for (const listener of stream.listeners("error").filter((one) => !listeners.includes(one))) {
        stream.off("error", listener as () => void);
      }
    });
  }
  return held;
}

/** A text without its line breaks and columns, which go by the width of the terminal. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
