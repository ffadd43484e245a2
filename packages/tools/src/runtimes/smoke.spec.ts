import { createContext, runInContext } from "node:vm";
import { expect, it } from "vitest";
import { smoke } from "./smoke.js";
import { bundleSmoke, smokeGlobal } from "./smoke-bundle.js";
import { createSmokeData } from "./smoke-data.js";

const data = createSmokeData();
const passed = {
  signatures: data.hmacMd5.length + 1,
  goodFrames: data.good.length * 2,
  badFrames: data.bad.length * 2,
  updates: 1_000,
};

it("the smoke passes here", async () => {
  expect(await smoke(data)).toEqual(passed);
});

it("it passes in a world that has the language alone: no TextEncoder, no queueMicrotask, no AbortController", async () => {
  const world = createContext({});
  const absent = ["TextEncoder", "TextDecoder", "queueMicrotask", "AbortController", "setTimeout", "console"];
  expect(runInContext(`${JSON.stringify(absent)}.filter((name) => name in globalThis)`, world)).toHaveLength(
    // V8 gives each world a console of its own.
    1,
  );
  runInContext(await bundleSmoke(), world);
  const result: unknown = await runInContext(`${smokeGlobal}.smoke(${JSON.stringify(data)})`, world);
  expect(JSON.parse(JSON.stringify(result))).toEqual(passed);
});

it("it notices what is wrong", async () => {
  await expect(smoke({ ...data, frames: data.frames.slice(0, -1) })).rejects.toThrow(/instead of/);
  const good = data.good.map((frame) => ({ ...frame, text: `${frame.text} ` }));
  await expect(smoke({ ...data, good })).rejects.toThrow(/instead of/);
});
