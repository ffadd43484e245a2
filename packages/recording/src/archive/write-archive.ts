import { Zip, ZipDeflate } from "fflate";
import { readRecording } from "../segment/open-recording.js";
import type { RecordingStore } from "../segment/recording-store.js";

/** Bytes of a file that are read and deflated at once. */
const partBytes = 1024 * 1024;

/** Of 0 to 9: on what venues send, higher levels take three times as long for some hundredths of the size. */
const deflateLevel = 6;

/**
 * A recording as one file, part by part: a ZIP archive of its segments, deflated, which any other program opens too. {@link openArchive} is its other half.
 * A recording that is still being made is taken as far as it has come.
 *
 * @throws RecordingError `recording-absent`, and what `openRecording` throws; Error of the store
 */
export async function* writeArchive(store: RecordingStore): AsyncGenerator<Uint8Array, void, undefined> {
  await readRecording(store);
  const parts: Uint8Array[] = [];
  let failure: Error | undefined;
  const archive = new Zip((error, part) => {
    failure ??= error ?? undefined;
    parts.push(part);
  });
  for (const { name, bytes } of await store.list()) {
    const file = new ZipDeflate(name, { level: deflateLevel });
    archive.add(file);
    for (let at = 0; at < bytes; at += partBytes) {
      const end = Math.min(at + partBytes, bytes);
      file.push(await store.read(name, at, end), end === bytes);
      yield* parts.splice(0);
    }
    if (bytes === 0) {
      file.push(new Uint8Array(0), true);
    }
  }
  archive.end();
  if (failure !== undefined) {
    throw failure;
  }
  yield* parts;
}
