import { describe, expect, it } from "vitest";
import { checkBooks } from "../contestants/check-books.js";
import { createPagePlain } from "../contestants/page-plain.js";
import { createDepthCorpus } from "../corpus/depth-corpus.js";
import { longestTaskOf } from "./longest-task.js";

describe("what a page is compared with", () => {
  it.each(["updates", "snapshots"] as const)("arrives at the books of a corpus of %s", (messages) => {
    const corpus = createDepthCorpus({ seed: 5, levels: 30, updates: 200, messages });
    const plain = createPagePlain();
    plain.load(corpus);
    for (const frame of corpus.updates) {
      plain.apply(frame);
    }
    checkBooks(plain, corpus);
  });
});

describe("the longest task of a trace", () => {
  const thread = (tid: number, name: string) => ({ name: "thread_name", ph: "M", pid: 1, tid, args: { name } });
  const task = (tid: number, dur: number, tdur: number) => ({ name: "RunTask", ph: "X", pid: 1, tid, dur, tdur });

  it("is one of the page's own thread", () => {
    const traceEvents = [
      thread(1, "CrRendererMain"),
      thread(2, "DedicatedWorker"),
      task(1, 5_120, 900),
      task(1, 70, 60),
    ];
    expect(longestTaskOf(JSON.stringify({ traceEvents: [...traceEvents, task(2, 90_000, 80_000)] }))).toEqual({
      longestMs: 5.12,
      longestCpuMs: 0.9,
    });
  });

  it("is not read out of a trace that shows none", () => {
    expect(() => longestTaskOf(JSON.stringify({ traceEvents: [] }))).toThrow("no task");
  });
});
