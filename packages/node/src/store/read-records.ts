import { StoreError } from "@depthwire/core";
import { readLine } from "./checked-line.js";

/** The content of a file of records. */
export interface FileRecords {
  /** Without the first line, which names the format. */
  readonly records: readonly object[];
  /** Length of the whole lines. Behind it stands what was being written when a process ended. */
  readonly bytes: number;
}

const newline = 0x0a;

/** What a file of records is. */
export interface RecordForm {
  /** First word of the file. Its name ends with the version of the format. */
  readonly format: string;
  /** Whether a JSON object is a record of this format. A checksum tells that a line is as it was written, not that a record was. */
  isRecord(found: object): boolean;
}

/**
 * Reads a file of records. Only text after the last newline can have been cut off. A whole line that is not as it was written is damage, even
 * at the end, since somebody may have been told that it is kept.
 *
 * @throws StoreError `file-foreign`, `file-corrupt`
 */
export function readRecords(content: Buffer, file: string, { format, isRecord }: RecordForm): FileRecords {
  // Where the system lengthened the file and had not written yet, zeros stand: no newline.
  const bytes = content.lastIndexOf(newline) + 1;
  const [first, ...lines] = content.toString("utf8", 0, bytes).split("\n").slice(0, -1);
  const head = first === undefined ? undefined : readLine(first);
  if (!isObject(head) || !("format" in head) || head.format !== format) {
    throw new StoreError("file-foreign", { file, expected: format });
  }
  const records = lines.map((line, index) => {
    const record = readLine(line);
    if (isObject(record) && isRecord(record)) {
      return record;
    }
    const check = record === undefined ? "checksum" : "record";
    // Behind the first line, and counted from one.
    throw new StoreError("file-corrupt", { file, line: index + 2, check });
  });
  return { records, bytes };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
