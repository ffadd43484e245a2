import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BotNote, notesFile } from "./bot-orders.js";

/** All that the bots of one directory wrote, in order. A line that was being written is left out. */
export async function readNotes(directory: string): Promise<readonly BotNote[]> {
  const text = await readFile(join(directory, notesFile), "utf8").catch(() => "");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  return whole
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as BotNote);
}

const lookEveryMs = 25;

/** Waits until something is so. @returns whether it was, within the time */
export async function until(isSo: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  for (const deadline = performance.now() + withinMs; performance.now() < deadline; ) {
    if (await isSo()) {
      return true;
    }
    await sleep(lookEveryMs);
  }
  return isSo();
}
