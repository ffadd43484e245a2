import { describe, expect, it } from "vitest";
import { loadGroups } from "./load-scripts.spec-kit.js";
import { Scene } from "./scene.spec-kit.js";
import type { Script } from "./script.spec-kit.js";
import { assertions } from "./seen.spec-kit.js";

async function play(one: Script): Promise<void> {
  const scene = await Scene.open(one);
  try {
    await one.play(scene);
    await scene.expectAllHeard();
  } finally {
    await scene.close();
  }
  expect(
    assertions.filter((assertion) => !scene.seen.asserted.has(assertion)),
    "what the script does not assert",
  ).toEqual([]);
  expect(scene.seen.missing(one.covers), "what the script declares and does not show").toEqual([]);
}

for (const { group, scripts } of await loadGroups()) {
  describe(group, () => {
    for (const one of scripts) it(one.title, () => play(one));
  });
}
