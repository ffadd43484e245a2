import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { TestSpecification } from "vitest/node";
import { FirstRunRecorder, readFirstRun, writeFirstRun } from "./first-run.js";
import { mutatedFoldersVariable, NearSpecsFirst } from "./near-specs-first.js";

const folder = mkdtempSync(join(tmpdir(), "first-run-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("takes files and tests apart, and is read by another process", () => {
  const recorder = new FirstRunRecorder();
  recorder.hear({ m: "onCollected", a: [[{ id: "-1", filepath: "/src/a/slow.spec.ts" }]] });
  recorder.hear({
    m: "onTaskUpdate",
    a: [
      [
        ["-1_0", { duration: 40 }],
        ["-1", { duration: 60 }],
      ],
      [],
    ],
  });
  recorder.hear({ m: "onTaskUpdate", a: [[["-1_1"]], []] });
  recorder.hear({ type: "testfileFinished" });
  expect(readFirstRun(folder)).toBeUndefined();
  writeFirstRun(folder, recorder.run);
  expect(readFirstRun(folder)).toEqual({ fileMs: { "/src/a/slow.spec.ts": 60 }, slowestTestMs: 40 });
});

it("has the quick specs run before the slow ones, and those beside what is mutated before all others", () => {
  const paths = ["/src/a/slow.spec.ts", "/src/b/quick.spec.ts", "/src/a/quick.spec.ts"];
  const files = paths.map((moduleId) => ({ moduleId, project: { config: { root: folder } } }));
  process.env[mutatedFoldersVariable] = "src/a";
  const sorted = new NearSpecsFirst().sort(files as unknown as TestSpecification[]);
  delete process.env[mutatedFoldersVariable];
  expect(sorted.map(({ moduleId }) => moduleId)).toEqual([
    "/src/a/quick.spec.ts",
    "/src/a/slow.spec.ts",
    "/src/b/quick.spec.ts",
  ]);
});
