import { plantedTargets } from "../planted/planted-targets.js";
import type { FuzzTarget } from "../target.js";
import { acceleratorHttpTarget } from "./accelerator-http.js";
import { answersTarget } from "./answers.js";
import { booksTarget } from "./books.js";
import { channelMessagesTarget } from "./channel-messages.js";
import { clientMessagesTarget } from "./client-messages.js";
import { framesTarget } from "./frames.js";
import { inflateTarget } from "./inflate.js";
import { jsonTarget } from "./json.js";
import { keyFilesTarget } from "./key-files.js";
import { recordFilesTarget } from "./record-files.js";
import { segmentsTarget } from "./segments.js";
import { venueHttpTarget } from "./venue-http.js";

/** Everything that reads foreign bytes. */
export const targets: readonly FuzzTarget[] = [
  inflateTarget,
  framesTarget,
  channelMessagesTarget,
  booksTarget,
  jsonTarget,
  clientMessagesTarget,
  answersTarget,
  venueHttpTarget,
  acceleratorHttpTarget,
  segmentsTarget,
  recordFilesTarget,
  keyFilesTarget,
];

/** @throws RangeError for a name that no target has */
export function findTarget(name: string): FuzzTarget {
  const found = [...targets, ...plantedTargets].find((target) => target.name === name);
  if (found === undefined) {
    throw new RangeError(`no target ${name}`);
  }
  return found;
}
