import { Refused } from "./refused.js";

/**
 * Waits for work, but not for longer than the command goes on: who ends it waits for no server.
 *
 * @param late gets what the work comes to afterwards
 * @throws Refused `interrupted`
 */
export async function unlessInterrupted<Answer>(
  work: Promise<Answer>,
  signal: AbortSignal,
  late: (answer: Answer) => unknown = () => undefined,
): Promise<Answer> {
  let interrupt: () => void = () => undefined;
  const interrupted = new Promise<"interrupted">((resolve) => {
    interrupt = () => resolve("interrupted");
    signal.addEventListener("abort", interrupt, { once: true });
    if (signal.aborted) {
      interrupt();
    }
  });
  try {
    const end = await Promise.race([work.then((answer) => ({ answer })), interrupted]);
    if (end !== "interrupted") {
      return end.answer;
    }
    void work.then(late, () => undefined);
    throw new Refused("interrupted", "Ctrl-C ended it before it had begun");
  } finally {
    signal.removeEventListener("abort", interrupt);
  }
}
