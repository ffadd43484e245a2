import { describe, expect, it } from "vitest";
import { required, uncovered } from "./coverage.spec-kit.js";
import { loadGroups } from "./load-scripts.spec-kit.js";
import { Scene } from "./scene.spec-kit.js";
import type { Covers, Script } from "./script.spec-kit.js";
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

/** The title, with the facts of the specification that the script has in its care. */
function titleOf({ title, notes = [] }: Script): string {
  return [title, ...notes.map((note) => `[${clientNotes}/note/${note}]`)].join(" ");
}

/** Where the inventory has what published clients live on. */
const clientNotes = "notes/what-published-clients-of-this-service-live-on";

/** Fewer would mean that some were not found. */
const minScripts = 150;

const groups = await loadGroups();
const all = groups.flatMap(({ scripts }) => scripts);

describe("the scripts together", () => {
  it.each(Object.keys(required) as (keyof Covers)[])("leave nothing out: %s", (kind) => {
    expect(required[kind].length).toBeGreaterThan(5);
    expect(uncovered(all, kind)).toEqual([]);
  });

  it("show each of the notes on what published clients live on", () => {
    const shown = new Set(all.flatMap(({ notes = [] }) => notes));
    expect([...shown].toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 12 }, (_, index) => 35 + index),
    );
  });

  it("are many, and no two have one title", () => {
    expect(all.length).toBeGreaterThanOrEqual(minScripts);
    const titles = all.map(({ title }) => title);
    expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([]);
  });
});

for (const { group, scripts } of groups) {
  describe(group, () => {
    for (const one of scripts) {
      it(titleOf(one), () => play(one));
    }
  });
}
