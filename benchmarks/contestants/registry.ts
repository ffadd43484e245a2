import { createInflate } from "@depthwire/book";
import { createCcxt } from "./ccxt.js";
import type { BookContestant } from "./contestant.js";
import { createNaive } from "./naive.js";
import { createPieces } from "./pieces.js";
import { createWholeEngine } from "./whole-engine.js";

/** Every contestant that runs in Node, by its name in reports. */
export const contestants: Readonly<Record<string, (peersFolder: string) => Promise<BookContestant>>> = {
  ours: async () => createPieces(),
  "ours, whole engine": async () => createWholeEngine(createInflate),
  naive: async () => createNaive(),
  ccxt: createCcxt,
};

/** Makes the contestant of this name. @throws RangeError when there is none */
export async function createContestant(name: string, peersFolder: string): Promise<BookContestant> {
  const create = contestants[name];
  if (create === undefined) {
    throw new RangeError(`there is no contestant "${name}"`);
  }
  return create(peersFolder);
}
