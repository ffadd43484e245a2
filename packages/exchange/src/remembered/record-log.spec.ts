import { expect, it } from "vitest";
import type { RecordCodec } from "./record-codec.js";
import { RecordLog, recordsAPage } from "./record-log.js";

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
