import { expect, it } from "vitest";
import { tellFailedFiles } from "./failed-files.js";

interface Task {
  readonly id: string;
  readonly name?: string;
  readonly result?: { readonly state: string };
  readonly tasks?: Task[];
}

function collected(file: Task): readonly Task[] {
  const told = { ...file, tasks: [] as Task[] };
  tellFailedFiles({ m: "onCollected", a: [[told]] });
  return told.tasks;
}

it("a file that cannot be loaded has a test that failed", () => {
  const result = { state: "fail" };
  expect(collected({ id: "12", name: "a.spec.ts", result })).toMatchObject([{ type: "test", id: "12_whole", result }]);
});

it("a file that was loaded has one that was not run, until the file fails", () => {
  const [whole] = collected({ id: "12", name: "a.spec.ts" });
  expect(whole).toMatchObject({ id: "12_whole" });
  expect(whole).not.toHaveProperty("result");
  const packs = [
    ["12_0", { state: "fail" }, {}],
    ["12", { state: "fail" }, {}],
    ["13", { state: "pass" }, {}],
    ["14", undefined, {}],
  ];
  tellFailedFiles({ m: "onTaskUpdate", a: [packs, []] });
  expect(packs.slice(4)).toEqual([["12_whole", { state: "fail" }, {}]]);
});

it("whatever else is told stays as it is", () => {
  const message = { type: "testfileFinished" };
  tellFailedFiles(message);
  expect(message).toEqual({ type: "testfileFinished" });
});
