import { AssertionError } from "node:assert";
import { describe, expect, test } from "vitest";
import { leaseStoreContract, type StoreUnderTest } from "./lease-store-contract.js";
import { LastFirst, OneCounter, SoundStore } from "./sound-stores.spec-kit.js";

const unwritten = "a key that nothing was written under has revision 0 and no text";
const newAlone = "revision 0 is expected of a new key alone";
const grows = "a revision grows with each write of the key, of the same text too, and an older one is refused";
const apart = "keys are apart: a write of one changes no revision of another";
const toTheLetter = "texts come back to the letter, the empty one too";
const oneOfSix = "of six updates at once that expect one revision one is accepted, and is what is read";
const all = [unwritten, newAlone, grows, apart, toTheLetter, oneOfSix];

/** The clauses that a store breaks, with the words of what each found. */
async function brokenBy(createStore: () => StoreUnderTest): Promise<Readonly<Record<string, string>>> {
  const broken: Record<string, string> = {};
  for (const { says, check } of leaseStoreContract) {
    try {
      await check(createStore(), "s00");
    } catch (error) {
      expect(error, says).toBeInstanceOf(AssertionError);
      broken[says] = (error as AssertionError).message.replace(/\n.*/s, "");
    }
  }
  return broken;
}

/** A sound store with some of its ways replaced. */
function storeWith(other: (store: SoundStore) => Partial<StoreUnderTest>): () => StoreUnderTest {
  return () => {
    const store = new SoundStore();
    return {
      read: (key) => store.read(key),
      compareAndSet: (key, expected, text) => store.compareAndSet(key, expected, text),
      ...other(store),
    };
  };
}

test("the contract has a clause for each promise", () => {
  expect(leaseStoreContract.map(({ says }) => says)).toEqual(all);
});

describe("the contract is kept by", () => {
  test.each([
    ["a store that decides updates as they come", () => new SoundStore()],
    ["one that decides the last of those at once first", () => new LastFirst()],
    ["one whose revisions are those of all its keys", () => new OneCounter()],
  ])("%s", async (_, createStore) => {
    expect(await brokenBy(createStore)).toEqual({});
  });
});

describe("the contract refuses a store that", () => {
  test.each<[title: string, createStore: () => StoreUnderTest, broken: readonly string[]]>([
    [
      "has another revision for a key that is not there",
      storeWith((store) => ({
        read: async (key) => (store.stored.has(key) ? store.of(key) : { revision: 1, text: undefined }),
      })),
      [unwritten],
    ],
    [
      "has an empty text for a key that is not there",
      storeWith((store) => ({
        read: async (key) => (store.stored.has(key) ? store.of(key) : { revision: 0, text: "" }),
      })),
      [unwritten],
    ],
    [
      "overwrites a key that is there for a writer that expects none",
      storeWith((store) => ({
        compareAndSet: async (key, expected, text) =>
          expected === 0 || store.of(key).revision === expected ? store.write(key, text) : undefined,
      })),
      [newAlone, oneOfSix],
    ],
    [
      "refuses a writer that expects none, and writes all the same",
      storeWith((store) => ({
        compareAndSet: async (key, expected, text) => {
          const accepted = store.of(key).revision === expected;
          const revision = expected === 0 || accepted ? store.write(key, text) : undefined;
          return accepted ? revision : undefined;
        },
      })),
      [newAlone, oneOfSix],
    ],
    [
      "does not count a write of the same text",
      storeWith((store) => ({
        compareAndSet: async (key, expected, text) => {
          const { revision, text: before } = store.of(key);
          return revision !== expected ? undefined : text === before ? revision : store.write(key, text);
        },
      })),
      [grows],
    ],
    [
      "counts down",
      storeWith((store) => ({
        compareAndSet: async (key, expected, text) => {
          if (store.of(key).revision !== expected) {
            return undefined;
          }
          const revision = expected === 0 ? 1_000 : expected - 1;
          store.stored.set(key, { revision, text });
          return revision;
        },
      })),
      [grows, apart],
    ],
    [
      "takes a writer that expects an older revision, but for none",
      storeWith((store) => ({
        compareAndSet: async (key, expected, text) => {
          const { revision } = store.of(key);
          const fits = revision === expected || (expected > 0 && expected < revision && expected < 2);
          return fits ? store.write(key, text) : undefined;
        },
      })),
      [grows, oneOfSix],
    ],
    [
      "takes a writer that expects a revision which is still to come",
      storeWith((store) => ({
        compareAndSet: async (key, expected, text) =>
          expected >= store.of(key).revision ? store.write(key, text) : undefined,
      })),
      [grows],
    ],
    [
      "keeps what a writer that came late had, and refuses it",
      storeWith((store) => ({
        compareAndSet: async (key, expected, text) => {
          const { revision } = store.of(key);
          if (revision !== expected && text === "late") {
            store.stored.set(key, { revision, text });
          }
          return store.compareAndSet(key, expected, text);
        },
      })),
      [grows],
    ],
    [
      "has one lease for all keys",
      storeWith((store) => ({
        read: () => store.read("all"),
        compareAndSet: (_, expected, text) => store.compareAndSet("all", expected, text),
      })),
      [apart],
    ],
    [
      "raises every key's revision with each write",
      storeWith((store) => ({
        compareAndSet: async (key, expected, text) => {
          const revision = await store.compareAndSet(key, expected, text);
          for (const [other, stored] of revision === undefined || revision === 1 ? [] : store.stored) {
            if (other !== key) {
              store.stored.set(other, { ...stored, revision: stored.revision + 1 });
            }
          }
          return revision;
        },
      })),
      [apart],
    ],
    [
      "reads the text of the key that was written last",
      storeWith((store) => {
        let latest: string | undefined;
        return {
          read: async (key) => ({ ...store.of(key), ...(store.stored.has(key) ? { text: latest } : {}) }),
          compareAndSet: async (key, expected, text) => {
            const revision = await store.compareAndSet(key, expected, text);
            latest = revision === undefined ? latest : text;
            return revision;
          },
        };
      }),
      [apart],
    ],
    [
      "takes no second write of a key after another was written",
      storeWith((store) => {
        let latest: string | undefined;
        return {
          compareAndSet: async (key, expected, text) => {
            const isOld = store.stored.has(key) && latest !== key;
            latest = key;
            return isOld ? undefined : store.compareAndSet(key, expected, text);
          },
        };
      }),
      [apart],
    ],
    [
      "has no quotes in its texts",
      storeWith((store) => ({
        compareAndSet: (key, expected, text) => store.compareAndSet(key, expected, text.replaceAll('"', "")),
      })),
      [toTheLetter],
    ],
    [
      "has nothing for an empty text",
      storeWith((store) => ({
        read: async (key) => ({ revision: store.of(key).revision, text: store.of(key).text || undefined }),
      })),
      [toTheLetter],
    ],
    [
      "keeps letters of one byte alone",
      storeWith((store) => ({
        compareAndSet: (key, expected, text) =>
          store.compareAndSet(key, expected, Buffer.from(text, "latin1").toString("latin1")),
      })),
      [toTheLetter],
    ],
    [
      "cuts the line's end off",
      storeWith((store) => ({
        compareAndSet: (key, expected, text) => store.compareAndSet(key, expected, text.trimEnd()),
      })),
      [toTheLetter],
    ],
    [
      "forgets what it stored when it is asked",
      storeWith((store) => ({ read: async (key) => ({ revision: store.of(key).revision, text: undefined }) })),
      [newAlone, grows, apart, toTheLetter, oneOfSix],
    ],
    [
      "looks at a revision some time before it writes",
      storeWith((store) => ({
        compareAndSet: async (key, expected, text) => {
          const { revision } = store.of(key);
          await Promise.resolve();
          return revision === expected ? store.write(key, text) : undefined;
        },
      })),
      [oneOfSix],
    ],
    [
      "accepts two at once in the twentieth round alone",
      storeWith((store) => ({
        compareAndSet: async (key, expected, text) => {
          const { revision } = store.of(key);
          await Promise.resolve();
          return revision === expected && (revision === 19 || store.of(key).revision === expected)
            ? store.write(key, text)
            : undefined;
        },
      })),
      [oneOfSix],
    ],
    [
      "tells the first that it was accepted, and stores what the last had",
      storeWith((store) => ({
        compareAndSet: async (key, expected, text) => {
          const { revision } = store.of(key);
          if (expected > 0 && revision === expected + 1 && text.startsWith("holder ")) {
            store.stored.set(key, { revision, text });
          }
          return store.compareAndSet(key, expected, text);
        },
      })),
      [oneOfSix],
    ],
  ])("%s", async (_, createStore, broken) => {
    expect(Object.keys(await brokenBy(createStore))).toEqual(broken);
  });

  test("accepts nobody, and says what was expected", async () => {
    const broken = await brokenBy(storeWith(() => ({ compareAndSet: async () => undefined })));
    const nobody = "revision 0 was expected";
    expect(broken).toEqual({
      [newAlone]: nobody,
      [grows]: nobody,
      [apart]: nobody,
      [toTheLetter]: nobody,
      [oneOfSix]: "round 1: 0 were accepted",
    });
  });
});
