import { onTestFinished, vi } from "vitest";

/** The signals of this process, which nobody but the test sends, and its end, which does not come about. */
export interface Signals {
  /** Exit codes that the process would have ended with. */
  readonly exits: readonly number[];
  /** Sends a signal to who listens. */
  tell(signal: NodeJS.Signals): void;
}

/** From now on, until the test ends, signals go to whoever begins to listen to them, and nothing ends the process. */
export function holdSignals(): Signals {
  const listeners: (readonly [event: unknown, listener: () => void])[] = [];
  const exits: number[] = [];
  const on = vi.spyOn(process, "on").mockImplementation((event: unknown, listener: unknown) => {
    listeners.push([event, listener as () => void]);
    return process;
  });
  const exit = vi.spyOn(process, "exit").mockImplementation((code) => {
    exits.push(Number(code));
    return undefined as never;
  });
  onTestFinished(() => {
    on.mockRestore();
    exit.mockRestore();
  });
  const tell = (signal: NodeJS.Signals): void => {
    for (const [, listener] of listeners.filter(([event]) => event === signal)) {
      listener();
    }
  };
  return { exits, tell };
}
