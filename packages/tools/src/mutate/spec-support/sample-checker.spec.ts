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
  expect(await checker.group(mutants)).toEqual([mutants.map(({ id }) => id)]);
  const verdicts = Object.entries(await checker.check(mutants));
  expect(verdicts).toHaveLength(40);
  const passed = verdicts.filter(([, { status }]) => status === "passed").map(([id]) => id);
  expect(passed).toEqual(drawEvenly(mutants, { count: 10, seed: 3 }).map(({ id }) => id));
});

it("refuses mutants in parts", async () => {
  const checker = createChecker();
  await checker.group(mutants);
  await expect(checker.group(mutants)).rejects.toThrow("in parts");
});
