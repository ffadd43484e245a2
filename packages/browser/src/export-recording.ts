import { writeArchive } from "@depthwire/recording/archive";
import { openDirectoryStore } from "./recording-directory.js";
import { openDirectory } from "./recording-file.js";

/**
 * A recording as one deflated file, to be saved or sent: `replay(openArchive(bytes))` of `@depthwire/recording` reads it, in any runtime.
 *
 * @param directory as it was given to `record`; of shards in workers, `…/shard-0`, `…/shard-1`, …
 * @throws RecordingError `recording-absent`, `recording-corrupt`, `recording-version`, `recording-truncated`; DOMException of the browser
 */
export async function exportRecording(directory: string): Promise<Blob> {
  const parts: BlobPart[] = [];
  for await (const part of writeArchive(await openDirectoryStore(directory))) {
    parts.push(new Uint8Array(part));
  }
  return new Blob(parts, { type: "application/zip" });
}

/**
 * Deletes a recording, with those of its shards: the origin's room is bounded.
 *
 * @throws RecordingError `recording-absent`; DOMException of the browser, also while something is being recorded there
 */
export async function deleteRecording(directory: string): Promise<void> {
  const names = directory.split("/").filter((part) => part !== "");
  const last = names.pop() ?? "";
  await openDirectory(directory, "refuse");
  const parent = await openDirectory(names.join("/"), "refuse");
  await parent.removeEntry(last, { recursive: true });
}
