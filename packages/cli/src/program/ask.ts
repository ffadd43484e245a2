import { createInterface } from "node:readline/promises";
import { setTimeout as wait } from "node:timers/promises";
import { Refused } from "./refused.js";

/**
 * Asks for one line. What was typed before the question stood there is no answer to it, and is dropped.
 *
 * @returns undefined where the input is no terminal, or ended before a line
 * @throws Refused `interrupted`
 */
export async function ask(
  question: string,
  { input, output }: { readonly input: NodeJS.ReadStream; readonly output: NodeJS.WritableStream },
  signal: AbortSignal,
): Promise<string | undefined> {
  if (input.isTTY !== true) {
    return undefined;
  }
  await dropTypedAhead(input);
  const lines = createInterface({ input, output, terminal: true });
  let isInterrupted = false;
  const closed = new Promise<undefined>((resolve) => {
    // The terminal hands Ctrl-C over as a key while a line is typed; behind the line's end it takes the answer back.
    lines.once("SIGINT", () => {
      isInterrupted = true;
      resolve(undefined);
    });
    lines.once("close", () => resolve(undefined));
  });
  try {
    const answer = await Promise.race([lines.question(`${question} `, { signal }), closed]);
    if (isInterrupted) {
      throw interrupted();
    }
    return answer;
  } finally {
    lines.close();
  }
}

/** What was typed is there at once; so long is waited for it. */
const typedAheadMs = 50;

/** The key of Ctrl-C. */
const endOfText = 3;

async function dropTypedAhead(input: NodeJS.ReadStream): Promise<void> {
  let isInterrupted = false;
  const drop = (chunk: Buffer | string): void => {
    isInterrupted ||= Buffer.from(chunk).includes(endOfText);
  };
  const wasRaw = input.isRaw;
  // Line by line, the terminal keeps back what has no end yet.
  input.setRawMode(true);
  input.on("data", drop);
  await wait(typedAheadMs);
  input.off("data", drop);
  input.pause();
  input.setRawMode(wasRaw);
  if (isInterrupted) {
    throw interrupted();
  }
}

function interrupted(): Refused {
  return new Refused("interrupted", "Ctrl-C: nothing was done");
}
