import { expect, it } from "vitest";
import { ByteReader } from "./byte-reader.js";
import { ByteWriter } from "./byte-writer.js";
import { KeyChains } from "./key-chains.js";
import { PageStarts } from "./page-starts.js";
import { noKey, placeIn, type RecordCodec } from "./record-codec.js";
import { RecordLog, recordsAPage } from "./record-log.js";
import { TextTable } from "./text-table.js";

interface Note {
  readonly key: number;
  readonly text: string;
  readonly isBad?: boolean;
}

/** Throws in the middle of a bad one, when its key, half of it and a text of its own are written. */
const noteCodec: RecordCodec<Note> = {
  name: "notes",
  keys: 1,
  keysOf: ({ key }, keys) => {
    keys[0] = key;
  },
  readKeys: (reader, keys) => {
    keys[0] = reader.count();
  },
  write: (writer, { key, text, isBad = false }, texts) => {
    writer.count(key);
    writer.count(texts.numberOf(text));
    if (isBad) {
      throw new RangeError("an amount has too many digits");
    }
  },
  read: (reader, texts) => ({ key: reader.count(), text: texts.textOf(reader.count()) }),
};

const kept = 2 * recordsAPage;

function noteOf(i: number): Note {
  return { key: i % 7, text: `text ${i % 5}` };
}

/** Each number at which a page or the chains grow, or the oldest are forgotten, and some between. */
it.each([0, 1, 16, 100, recordsAPage - 1, recordsAPage, kept, kept + kept / 16, 3 * recordsAPage + 9])(
  "is as it was before when the record %d cannot be written, and goes on as if nobody had tried",
  (at) => {
    const log = new RecordLog(noteCodec, kept);
    const untroubled = new RecordLog(noteCodec, kept);
    for (let i = 0; i < at + recordsAPage; i++) {
      if (i === at) {
        expect(() => log.append({ key: 3, text: "seen nowhere else", isBad: true })).toThrow(RangeError);
        expect(log.partsOf("whole")).toEqual(untroubled.partsOf("whole"));
        expect([...log.each(0, 3)]).toEqual([...untroubled.each(0, 3)]);
      }
      log.append(noteOf(i));
      untroubled.append(noteOf(i));
    }
    expect(log.partsOf("whole")).toEqual(untroubled.partsOf("whole"));
    expect([...log.each(0, 3)]).toEqual([...untroubled.each(0, 3)]);
    expect(log.all()).toEqual(untroubled.all());
  },
);

function logOf(count: number, limit = kept): RecordLog<Note> {
  const log = new RecordLog(noteCodec, limit);
  for (let i = 0; i < count; i++) {
    log.append(noteOf(i));
  }
  return log;
}

/** What is kept and read again. */
function copyOf(log: RecordLog<Note>): RecordLog<Note> {
  const copy = log.hollow();
  copy.fill(log.partsOf("whole"));
  return copy;
}

it.each([
  [22, 20, 0],
  [23, 20, 3],
  [25, 20, 3],
  [26, 20, 6],
  [34, 32, 0],
  [35, 32, 3],
  [1, 0, 1],
])("of %i records with %i to be kept the first that is remembered is %i", (count, limit, first) => {
  const log = logOf(count, limit);
  expect([log.first, log.next, log.size]).toEqual([first, count, count - first]);
  expect(log.all()).toEqual(Array.from({ length: count - first }, (_, i) => noteOf(first + i)));
});

it("a record that is forgotten, or not there yet, is missing by name", () => {
  const log = logOf(kept + recordsAPage + kept / 16 + 1);
  // So many at a time as are too many, which is one more than a sixteenth.
  expect(log.first).toBe(8 * (kept / 16 + 1));
  expect(log.fullPages).toEqual({ from: 1, to: 3 });
  expect(() => log.get(recordsAPage - 1)).toThrow(new RangeError("the page 0 of notes is missing"));
  expect(() => log.get(log.next)).toThrow(new RangeError(`the record ${log.next} of notes is missing`));
  expect(log.get(log.next - 1)).toEqual(noteOf(log.next - 1));
  expect(log.pages(0).map(({ number }) => number)).toEqual([1, 2]);
  expect(log.pages(2)).toHaveLength(1);
  expect(log.pages(3)).toEqual([]);
});

it("a page is full with its last record, and does not change when others come", () => {
  const log = logOf(recordsAPage - 1);
  expect(log.fullPages).toEqual({ from: 0, to: 0 });
  log.append(noteOf(recordsAPage - 1));
  expect(log.fullPages).toEqual({ from: 0, to: 1 });
  const [page] = log.pages(0);
  const before = Buffer.from(page?.bytes ?? []);
  for (let i = recordsAPage; i < kept; i++) {
    log.append(noteOf(i));
  }
  expect(Buffer.compare(page?.bytes ?? new Uint8Array(), before)).toBe(0);
  expect(new ByteReader(before).isAtEnd).toBe(false);
});

it.each([0, 1, 200, recordsAPage, kept + 2, kept + recordsAPage + 77])(
  "of %i records those with a key are found newest first, also where they were kept and read again",
  (count) => {
    const log = logOf(count);
    for (const one of [log, copyOf(log)]) {
      const numbers = Array.from({ length: one.size }, (_, i) => one.next - 1 - i);
      // Those that nobody has share their chains with others.
      for (let key = 0; key < 40; key++) {
        const own = numbers.filter((number) => number % 7 === key);
        expect([...one.each(0, key)]).toEqual(own);
        expect(one.only(0, key)).toEqual(own[0] === undefined ? undefined : noteOf(own[0]));
        const seen: number[] = [];
        one.visit(0, key, (number, reader) => {
          if (reader.count() === key) {
            seen.push(number);
          }
        });
        expect(seen).toEqual(own);
      }
    }
  },
);

it("a log that was kept without its full pages is complete with them, and finds nothing before", () => {
  const log = logOf(kept + 9);
  const copy = log.hollow();
  copy.fill(log.partsOf("last-page"));
  expect(copy.name).toBe("notes");
  expect([copy.isComplete, copy.size, copy.fullPages]).toEqual([false, log.size, log.fullPages]);
  expect([...copy.each(0, 3)]).toEqual([]);
  expect(() => copy.append({ key: 3, text: "seen nowhere else", isBad: true })).toThrow(
    new RangeError("an amount has too many digits"),
  );
  expect(() => copy.get(0)).toThrow(new RangeError("the page 0 of notes is missing"));
  expect(() => copy.complete(log.pages(1))).toThrow(new RangeError("the page 0 of notes is missing"));
  copy.complete(log.pages(0));
  expect(copy.isComplete).toBe(true);
  expect(copy.partsOf("whole")).toEqual(log.partsOf("whole"));
  expect([...copy.each(0, 3)]).toEqual([...log.each(0, 3)]);
});

it("what stands in a page is looked up anew where the page has come anew", () => {
  const log = logOf(kept);
  const other = new RecordLog(noteCodec, kept);
  for (let i = 0; i < kept; i++) {
    other.append({ key: (i * 997) % 40_000, text: "another" });
  }
  expect(log.get(5)).toEqual(noteOf(5));
  const copy = log.hollow();
  copy.fill(other.partsOf("last-page"));
  copy.complete(log.pages(0));
  expect(copy.get(5)).toMatchObject({ key: 5 });
  copy.complete(other.pages(0));
  expect(copy.get(5)).toMatchObject({ key: 5 * 997 });
});

/** What chains say of how far back the record before each stands, by key. */
function backsOf(chains: KeyChains, from: number, to: number, firstOf: (number: number) => number): string[] {
  const writer = new ByteWriter();
  const backs: [number[], number[]] = [[], []];
  for (let i = from; i < to; i++) {
    writer.clear();
    chains.add(i, firstOf(i), [(i * i) % 97, i % 3 === 0 ? noKey : i * 2 ** 31], writer);
    const reader = new ByteReader(writer.bytes);
    for (const each of backs) {
      each.push(reader.count());
    }
  }
  return backs.map((each) => each.join(" "));
}

it("chains are as many as records, up to how many are kept, and say the same of the record before for ever", () => {
  const backs = backsOf(new KeyChains(2, 32), 0, 80, (number) => Math.max(0, number - 32));
  expect(backs).toEqual([
    "0 0 1 1 1 0 0 0 3 0 6 5 0 5 4 15 1 0 5 4 6 14 0 2 2 0 9 2 8 20 0 7 20 22 3 0 6 9 0 3 17 8 5 1 18 7 11 18 1 1 1 5 7 9 11 1 15 17 19 7 5 3 11 29 8 0 3 6 18 9 0 18 2 7 17 2 2 8 0 0",
    "0 0 0 0 2 1 0 2 1 0 2 1 0 2 1 0 2 1 0 2 1 0 2 1 0 2 1 0 2 1 0 2 1 0 2 1 0 2 1 0 2 1 0 0 0 0 0 1 0 5 7 0 3 1 0 0 3 0 8 1 0 5 0 0 3 1 0 8 3 0 15 1 0 5 7 0 3 1 0 32",
  ]);
});

it.each([0, 15, 16, 17, 31, 32, 33, 70])(
  "chains that begin at the record %i say what those say that began before",
  (at) => {
    const old = new KeyChains(2, 32);
    backsOf(old, 0, at, () => 0);
    const late = backsOf(new KeyChains(2, 32, at), at, at + 40, () => at);
    expect(late).toEqual(backsOf(old, at, at + 40, () => at));
  },
);

it("who has no key is in no chain", () => {
  const chains = new KeyChains(1, 40);
  for (let i = 0; i < 16; i++) {
    chains.add(i, 0, i === 5 ? [] : [noKey]);
  }
  expect(Array.from({ length: 100 }, (_, key) => chains.latest(0, key - 1))).toEqual(Array(100).fill(-1));
  expect(chains.latest(1, 5)).toBe(-1);
});

it("of pages those that were read last are known, and one that has gone is not", () => {
  const starts = new PageStarts();
  const bytes = Uint8Array.of(1, 7, 0, 2, 8, 9);
  const first = starts.of(0, bytes);
  expect(first).toEqual([0, 2, 3]);
  const all = Array.from({ length: 31 }, (_, i) => starts.of(i + 1, bytes));
  expect(starts.of(0, bytes)).toBe(first);
  expect(starts.of(1, bytes)).toBe(all[0]);
  const later = starts.of(32, bytes);
  expect(starts.of(0, bytes)).toBe(first);
  expect(starts.of(1, bytes)).toBe(all[0]);
  expect(starts.of(2, bytes)).not.toBe(all[1]);
  starts.forget(32);
  expect(starts.of(32, bytes)).not.toBe(later);
  expect(starts.of(0, bytes)).toBe(first);
  starts.clear();
  expect(starts.of(0, bytes)).not.toBe(first);
});

it("a text has one number, and the latest texts can be taken back", () => {
  const texts = new TextTable(["a", "b", "a"]);
  expect([texts.size, texts.numberOf("b"), texts.numberOf("c"), texts.known("c"), texts.known("d")]).toEqual([
    2,
    1,
    2,
    2,
    undefined,
  ]);
  expect(texts.all()).toEqual(["a", "b", "c"]);
  expect(texts.all()).not.toBe(texts.all());
  texts.cutTo(1);
  expect([texts.size, texts.known("b"), texts.known("a")]).toEqual([1, undefined, 0]);
  expect(texts.textOf(0)).toBe("a");
  expect(() => texts.textOf(1)).toThrow(new RangeError("a record names a text that is not there"));
});

it("a word has its place among a few, or none", () => {
  const words: readonly string[] = ["a", "b", "c"];
  expect(["a", "c", "d"].map((word) => placeIn(words, word))).toEqual([0, 2, -1]);
});
