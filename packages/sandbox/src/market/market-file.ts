import { createHash, type Hash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { ValidationError } from "@depthwire/core";
import type { MarketRecords } from "./check-market.js";
import { marketLines } from "./market-lines.js";
import type { MarketRecord } from "./market-record.js";

/** Names of the files that are read from a directory. */
export const marketFileName: RegExp = /\.(ndjson|jsonl)(\.gz)?$/;

/** Iterates over records, and knows where the last one stands. */
type PlacedIterator = Iterator<MarketRecord> & { readonly place?: string };

/** The records of one file. What a line holds is checked by whoever plays it. */
class FileRecords implements PlacedIterator {
  readonly #name: string;
  readonly #lines: ReturnType<typeof marketLines>;
  readonly #hash: Hash | undefined;
  #place: string;

  /** @param summing whether {@link FileRecords.digest} is wanted */
  constructor(path: string, summing = false) {
    this.#name = basename(path);
    this.#hash = summing ? createHash("sha256") : undefined;
    this.#lines = marketLines(path, this.#name);
    this.#place = this.#name;
  }

  get name(): string {
    return this.#name;
  }

  /** File and line. */
  get place(): string {
    return this.#place;
  }

  /** Equal for files with equal lines. To be asked for once, after the last record. */
  digest(): string {
    return this.#hash?.digest("hex") ?? "";
  }

  next(): IteratorResult<MarketRecord> {
    const { value, done } = this.#lines.next();
    if (done === true || value === undefined) {
      return { done: true, value: undefined };
    }
    this.#hash?.update(value.text).update("\n");
    this.#place = `${this.#name}:${value.number}`;
    return { done: false, value: parseLine(value.text, this.#place) as MarketRecord };
  }

  return(): IteratorResult<MarketRecord> {
    this.#lines.return();
    return { done: true, value: undefined };
  }
}

function parseLine(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const rule = text.trim() === "" ? "a line must not be empty" : "a line must be one JSON object";
    throw new ValidationError("option-invalid", { option: `market.${place}`, rule }, { cause });
  }
}

interface Head {
  readonly file: FileRecords;
  record: MarketRecord;
  place: string;
}

function timeOf({ record }: Head): number {
  // It may be anything: whoever plays it finds out.
  const { at } = (record ?? {}) as { readonly at?: unknown };
  return typeof at === "number" ? at : Number.NEGATIVE_INFINITY;
}

/** Several files as one, by their times; at the same time in the order of the files. */
class MergedRecords implements PlacedIterator {
  readonly #heads: Head[];
  /** Names of the files that have been read to their ends, by what was in them. */
  readonly #readWhole = new Map<string, string>();
  #place = "";

  constructor(paths: readonly string[]) {
    this.#heads = paths.map((path) => ({ file: new FileRecords(path, true), record: {} as MarketRecord, place: "" }));
    this.#heads = this.#heads.filter((head) => this.#advance(head));
  }

  get place(): string {
    return this.#place;
  }

  next(): IteratorResult<MarketRecord> {
    const [first, ...others] = this.#heads;
    if (first === undefined) {
      return { done: true, value: undefined };
    }
    const next = others.reduce((best, head) => (timeOf(head) < timeOf(best) ? head : best), first);
    const { record } = next;
    this.#place = next.place;
    if (!this.#advance(next)) {
      this.#heads.splice(this.#heads.indexOf(next), 1);
    }
    return { done: false, value: record };
  }

  return(): IteratorResult<MarketRecord> {
    for (const { file } of this.#heads) {
      file.return();
    }
    return { done: true, value: undefined };
  }

  /** Refuses a copy, or the same file packed and unpacked: everything would happen twice. */
  #refuseTwice(file: FileRecords): void {
    const digest = file.digest();
    const other = file.place === file.name ? undefined : this.#readWhole.get(digest);
    if (other !== undefined) {
      const rule = `it must not hold the same lines as ${other}: everything would happen twice; remove one of them`;
      throw new ValidationError("option-invalid", { option: `market.${file.name}`, rule });
    }
    this.#readWhole.set(digest, file.name);
  }

  /** Checks each file's own order: in the merged one a step back would look like another file's. */
  #advance(head: Head): boolean {
    const before = head.place === "" ? Number.NEGATIVE_INFINITY : timeOf(head);
    const { done, value } = head.file.next();
    if (done === true) {
      this.#refuseTwice(head.file);
      return false;
    }
    head.record = value;
    head.place = head.file.place;
    if (timeOf(head) < before) {
      const rule = `at must not be before that of the line in front of it, ${before}`;
      throw new ValidationError("option-invalid", { option: `market.${head.place}`, rule });
    }
    return true;
  }
}

function filesAt(path: string): readonly string[] {
  try {
    if (!statSync(path).isDirectory()) {
      return [path];
    }
    const names = readdirSync(path).filter((name) => marketFileName.test(name));
    if (names.length > 0) {
      return names.sort().map((name) => join(path, name));
    }
  } catch (cause) {
    const rule = `a file or directory that can be read, which ${path} is not`;
    throw new ValidationError("option-invalid", { option: "market", rule }, { cause });
  }
  const names = "a directory with files whose names end in .ndjson, .jsonl, .ndjson.gz or .jsonl.gz";
  const rule = `${names}; recordings of the stream engine are read by the command depthwire sandbox`;
  throw new ValidationError("option-invalid", { option: "market", rule });
}

/**
 * A recorded market from a file of newline-delimited JSON, plain or compressed with gzip, or from all such files of a directory. It is read as it is
 * needed; a compressed file is inflated into memory. The format has a page: docs/market-format.md.
 *
 * @param path file or directory
 * @returns records for the option `market`; reading them throws ValidationError `option-invalid` with file and line
 * @throws ValidationError `option-invalid` where there is no such file
 */
export function openMarketFile(path: string): MarketRecords {
  const files = filesAt(path);
  return {
    [Symbol.iterator]: (): PlacedIterator => {
      const [only] = files;
      return files.length === 1 && only !== undefined ? new FileRecords(only) : new MergedRecords(files);
    },
  };
}
