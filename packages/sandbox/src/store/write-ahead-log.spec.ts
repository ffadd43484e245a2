import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../spec-support/temporary-folder.js";
import { crc32c } from "./crc32c.js";
import { findRepeatedLog } from "./write-ahead-log.js";

/** A record as the database writes it, by its own rules. */
function record(kind: number, content: Uint8Array): Buffer {
  const checked = Buffer.concat([Uint8Array.of(kind), content]);
  const checksum = BigInt(crc32c(checked));
  const masked = (((checksum >> 15n) | (checksum << 17n)) + 0xa282ead8n) & 0xffff_ffffn;
  const head = Buffer.alloc(6);
  head.writeUInt32LE(Number(masked), 0);
  head.writeUInt16LE(content.length, 4);
  return Buffer.concat([head, checked]);
}

/** The content of a batch: the number of its first change, how many there are, and as many bytes of changes. */
function batch(first: number, changes: number, bytes = 20): Buffer {
  const content = Buffer.alloc(12 + bytes, 1);
  content.writeBigUInt64LE(BigInt(first), 0);
  content.writeUInt32LE(changes, 8);
  return content;
}

const whole = (first: number, changes: number, bytes?: number): Buffer => record(1, batch(first, changes, bytes));

/** The first log of a directory with these logs that has something twice. */
async function repeatedOf(logs: Readonly<Record<string, readonly Buffer[]>>): Promise<string | undefined> {
  const directory = await temporaryFolder();
  for (const [name, records] of Object.entries(logs)) {
    await writeFile(join(directory, name), Buffer.concat(records));
  }
  return findRepeatedLog(directory);
}

const name = "000003.log";
const found = async (...records: readonly Buffer[]): Promise<boolean> =>
  (await repeatedOf({ [name]: records })) === name;

it("takes a log whose numbers go upwards, from the first, with gaps too", async () => {
  expect(await found()).toBe(false);
  expect(await found(whole(0, 1), whole(1, 3), whole(4, 1), whole(9, 2))).toBe(false);
});

it("finds a number that comes a second time", async () => {
  expect(await found(whole(1, 3), whole(3, 1))).toBe(true);
  expect(await found(whole(1, 1), whole(2, 1), whole(1, 1), whole(2, 1))).toBe(true);
  expect(await found(whole(5, 1), whole(4, 1))).toBe(true);
});

it("takes an empty batch for no repetition, and goes on behind its number", async () => {
  expect(await found(whole(1, 1), whole(2, 0), whole(2, 1))).toBe(false);
  expect(await found(whole(1, 1), whole(1, 0), whole(1, 1))).toBe(false);
});

it("reads the head of a batch from its first part, and nothing from the others", async () => {
  const [first, rest] = [batch(1, 5).subarray(0, 16), batch(1, 5).subarray(16)];
  expect(await found(record(2, first), record(3, rest), record(4, rest), whole(6, 1))).toBe(false);
  expect(await found(record(2, first), record(4, rest), whole(5, 1))).toBe(true);
  expect(await found(whole(7, 1), record(3, batch(1, 1)), record(4, batch(1, 1)))).toBe(false);
});

it("says nothing of a first part that is shorter than a head, and counts one that is exactly one", async () => {
  expect(await found(whole(7, 1), record(2, batch(1, 1).subarray(0, 11)))).toBe(false);
  expect(await found(whole(7, 1), whole(1, 1, 0))).toBe(true);
});

it("leaves the rest of a block out behind what is damaged, and reads the next block", async () => {
  const damaged = whole(2, 1);
  damaged.writeUInt8(9, 0);
  expect(await found(whole(1, 1), damaged, whole(1, 1))).toBe(false);
  const padding = Buffer.alloc(32_768 - 2 * whole(1, 1).length);
  expect(await found(whole(1, 1), damaged, padding, whole(1, 1))).toBe(true);
  expect(await found(whole(1, 1), whole(2, 1).subarray(0, -1))).toBe(false);
});

it("finds the head behind a block that ends too near for one, and one that fits in exactly", async () => {
  const filling = whole(1, 1, 32_768 - 19 - 6);
  expect(await found(filling, Buffer.alloc(6), whole(1, 1))).toBe(true);
  const last = record(4, new Uint8Array());
  expect(await found(whole(1, 1, 32_768 - 19 - 7), last, whole(1, 1))).toBe(true);
});

it("names the first of several logs, and looks at nothing that is no log", async () => {
  const twice = [whole(1, 1), whole(1, 1)];
  expect(await repeatedOf({ "000007.log": twice, "000005.log": twice, "000004.log": [whole(1, 1)] })).toBe(
    "000005.log",
  );
  expect(await repeatedOf({ "000005.ldb": twice, LOG: twice, "x5.log": twice, "5.logs": twice })).toBeUndefined();
});
