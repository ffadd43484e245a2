import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { expect, it, onTestFinished } from "vitest";
import { bundle } from "./bundle.js";
import { faultIn } from "./scene/judge.js";
import { makeScene } from "./scene/make-scene.js";
import type { SmokeReport } from "./smoke/scene.js";

/** What every platform has, and QuickJS has not. */
const globals = ["TextEncoder", "TextDecoder", "queueMicrotask", "AbortController", "setTimeout", "structuredClone"];

it("the smoke passes in a world that has the language and no global of any platform", async () => {
  const folder = await mkdtemp(join(tmpdir(), "language-alone-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const entry = fileURLToPath(new URL("../../dist/runtimes/smoke/anywhere.js", import.meta.url));
  const file = join(folder, "smoke.js");
  await bundle(entry, "anywhere", file);
  const right = makeScene(1, 200);
  const world = createContext({ sceneText: JSON.stringify(right.scene) });
  expect(runInContext(`${JSON.stringify(globals)}.filter((name) => name in globalThis).length`, world)).toBe(0);
  runInContext(await readFile(file, "utf8"), world);
  await expect.poll(() => runInContext("typeof reportText", world)).toBe("string");
  const report = JSON.parse(String(runInContext("reportText", world))) as SmokeReport;
  expect(faultIn(report, right, "no-sockets")).toBeUndefined();
});
