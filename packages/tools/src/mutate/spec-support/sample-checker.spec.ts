import { afterEach, expect, it, vi } from "vitest";
import { drawEvenly } from "../sample.js";
import { mutantSampleVariable, strykerPlugins } from "./sample-checker.js";

interface Checker {
  group(mutants: readonly { id: string }[]): Promise<readonly (readonly string[])[]>;
  check(mutants: readonly { id: string }[]): Promise<Readonly<Record<string, { status: string }>>>;
}

const mutants = Array.from({ length: 40 }, (_, index) => ({ id: `m${index}` }));

afterEach(() => vi.unstubAllEnvs());

function createChecker(): Checker {
  const [plugin] = strykerPlugins as readonly { injectableClass: new () => Checker }[];
  if (plugin === undefined) {
    throw new Error("there is no plugin");
  }
  return new plugin.injectableClass();
}

it("lets through what is drawn, and nothing else", async () => {
  vi.stubEnv(mutantSampleVariable, "10,3");
  const checker = createChecker();
  await checker.group(mutants);
  const verdicts = Object.entries(await checker.check(mutants));
  expect(verdicts).toHaveLength(40);
  const passed = verdicts.filter(([, { status }]) => status === "passed").map(([id]) => id);
  expect(passed).toEqual(drawEvenly(mutants, { count: 10, seed: 3 }).map(({ id }) => id));
});

it("has the drawn ones tested in an order of the seed's, so that some of them are a sample too", async () => {
  const orderOf = async (seed: number): Promise<readonly string[]> => {
    vi.stubEnv(mutantSampleVariable, `40,${seed}`);
    return (await createChecker().group(mutants)).flat();
  };
  const inPlaces = mutants.map(({ id }) => id);
  const [first, second, again] = [await orderOf(1), await orderOf(2), await orderOf(1)];
  expect(first).not.toEqual(inPlaces);
  expect(first).not.toEqual(second);
  expect(again).toEqual(first);
  expect([first, second].map((order) => order.toSorted())).toEqual([inPlaces.toSorted(), inPlaces.toSorted()]);
});

it("keeps those that are not drawn in one group, before the drawn ones", async () => {
  vi.stubEnv(mutantSampleVariable, "10,3");
  const [others, ...drawn] = await createChecker().group(mutants);
  expect([others?.length, drawn.length]).toEqual([30, 10]);
  expect(drawn.every((group) => group.length === 1)).toBe(true);
});

it("refuses mutants in parts", async () => {
  const checker = createChecker();
  await checker.group(mutants);
  await expect(checker.group(mutants)).rejects.toThrow("in parts");
});
