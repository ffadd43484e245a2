import type { FromShard, ShardConfig } from "@depthwire/stream/internal";
import { resolveEngineOptions } from "@depthwire/stream/internal";
import { describe, expect, it } from "vitest";
import { HardwareClock } from "../kernel/hardware-clock.js";
import { Process } from "../kernel/process.js";
import { randomFor } from "../kernel/seeds.js";
import { Timeline } from "../kernel/timeline.js";
import { Trace } from "../kernel/trace.js";
import { SimulatedThread } from "./simulated-thread.js";
import { ThreadLine } from "./thread-line.js";

const config: ShardConfig = { ...resolveEngineOptions({ addresses: ["ws://venue/cbu"] }).config, shard: 0 };

/** One thread beside its host, on a timeline of their own. */
class OneThread {
  readonly timeline = new Timeline(1);
  readonly line = new ThreadLine(this.timeline, randomFor(1, "line"));
  readonly host = this.#process("host");
  readonly told: string[] = [];
  readonly thread: SimulatedThread;

  constructor(memory: "shared" | "apart" = "shared") {
    this.thread = new SimulatedThread(
      {
        host: this.host,
        process: this.#process("shard"),
        line: this.line,
        memory,
        trace: new Trace(this.timeline),
        openSocket: () => ({ send: () => undefined, ping: () => undefined, close: () => undefined }),
        endTold: () => undefined,
      },
      config,
      {
        message: (message: FromShard) =>
          this.told.push(message.kind === "beat" ? `beat ${message.beat}` : message.kind),
        ended: (cause) => this.told.push(`ended: ${cause}`),
      },
    );
  }

  /** Lets time pass. */
  pass(ms: number): Promise<void> {
    return this.timeline.runTo(this.timeline.nowMs + ms);
  }

  #process(name: string): Process {
    const clock = new HardwareClock(this.timeline, 0);
    return new Process(name, clock, {
      timeline: this.timeline,
      random: randomFor(1, name),
      uncaught: (_machine, error) => {
        throw error;
      },
    });
  }
}

describe("a shard's thread in a world", () => {
  it("answers later, each question in its turn", async () => {
    const { thread, told, pass } = bound(new OneThread());
    for (const beat of [1, 2, 3]) {
      thread.post({ kind: "beat", beat });
    }
    expect(told).toEqual([]);
    await pass(2_000);
    expect(told).toEqual(["beat 1", "beat 2", "beat 3"]);
  });

  it("raises its word once it has answered, every 25 ms, and not while it hangs", async () => {
    const { thread, pass } = bound(new OneThread());
    await pass(2_000);
    expect(thread.pulse?.()).toBe(0);
    thread.post({ kind: "beat", beat: 1 });
    await pass(100);
    const beats = thread.pulse?.() ?? 0;
    await pass(1_000);
    expect(thread.pulse?.()).toBeCloseTo(beats + 40, -1);
    thread.hold("hung");
    const stands = thread.pulse?.();
    await pass(1_000);
    expect(thread.pulse?.()).toBe(stands);
    thread.release("hung");
    await pass(1);
    expect(thread.pulse?.()).toBe((stands ?? 0) + 1);
  });

  it("has no word where no memory is shared", () => {
    expect(new OneThread("apart").thread.pulse).toBeUndefined();
  });

  it("tells what it said before its host hears of its end", async () => {
    const { thread, told, line, pass } = bound(new OneThread());
    await pass(2_000);
    line.maxExtraMs = 500;
    thread.post({ kind: "beat", beat: 1 });
    await pass(600);
    thread.finish("a crash");
    await pass(1_000);
    expect(told).toEqual(["beat 1", "ended: a crash"]);
  });

  it("goes on behind a pause only where it does not hang as well", async () => {
    const { thread, told, pass } = bound(new OneThread());
    await pass(2_000);
    thread.hold("hung");
    thread.hold("paused");
    thread.post({ kind: "beat", beat: 1 });
    thread.release("paused");
    await pass(100);
    expect(told).toEqual([]);
    thread.release("hung");
    await pass(100);
    expect(told).toEqual(["beat 1"]);
  });

  it("ends when its host stops it, and with its host's program without a word", async () => {
    const stopped = bound(new OneThread());
    stopped.thread.post({ kind: "stop" });
    await stopped.pass(2_000);
    expect(stopped.told).toEqual(["stopped", "ended: finished"]);
    const left = bound(new OneThread());
    left.host.kill();
    await left.pass(2_000);
    expect([left.thread.isStill, left.told]).toEqual([true, []]);
  });
});

/** Its parts, to be taken apart. */
function bound(one: OneThread) {
  const { thread, told, line, host } = one;
  return { thread, told, line, host, pass: (ms: number) => one.pass(ms) };
}
