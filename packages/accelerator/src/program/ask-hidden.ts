import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import type { ReadStream } from "node:tty";

/** What is asked, and where what is typed comes from. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Whether somebody types what comes from it. */
export function isTyped({ input }: Terminal): boolean {
  return (input as Partial<ReadStream>).isTTY === true;
}

/**
 * Asks for lines that are not shown while they are typed; piped lines are read as they are.
 *
 * @returns as many lines as there are questions; empty where the input ended
 */
export async function askHidden(terminal: Terminal, questions: readonly string[]): Promise<readonly string[]> {
  const { input, output } = terminal;
  const typed = isTyped(terminal);
  const lines = createInterface({ input, ...(typed ? { output: muted(), terminal: true } : {}) });
  const answers: string[] = [];
  if (typed) {
    output.write(`${questions[0] ?? ""}: `);
  }
  for await (const line of lines) {
    answers.push(line.trim());
    if (typed) {
      const next = questions[answers.length];
      output.write(next === undefined ? "\n" : `\n${next}: `);
    }
    if (answers.length === questions.length) {
      break;
    }
  }
  lines.close();
  return questions.map((_, index) => answers[index] ?? "");
}

/** Swallows the echo of what is typed. */
function muted(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
