import { describe, expect, it } from "vitest";
import { HardwareClock } from "../kernel/hardware-clock.js";
import { Process } from "../kernel/process.js";
import { Timeline } from "../kernel/timeline.js";
import { Disk } from "./disk.js";
import { RecordFile } from "./record-file.js";

describe("a file on a simulated disk", () => {
  it("does not call durable what a full disk refused before it was asked, and goes on when there is room", async () => {
    const timeline = new Timeline(1);
    const disk = new Disk(timeline, "computer", () => 0.5);
    const uncaught = (machine: string, error: unknown): never => {
      throw new Error(machine, { cause: error });
    };
    const process = new Process("program", new HardwareClock(timeline, 0), { timeline, random: () => 0.9, uncaught });
    const file = new RecordFile<{ readonly line: number }>("lines", disk);
    const open = file.open(process);
    const ends: string[] = [];
    const write = async (line: number): Promise<void> => {
      open.append({ line });
      await open.durable().then(
        () => ends.push(`${line} kept`),
        () => ends.push(`${line} refused`),
      );
    };
    disk.isFull = true;
    const refused = write(1);
    // The write takes 2.2 ms, and there is room as soon as it was refused.
    await timeline.runTo(3);
    disk.isFull = false;
    await timeline.runTo(10);
    await refused;
    const kept = write(2);
    await timeline.runTo(20);
    await kept;
    expect([ends, file.lines]).toEqual([["1 refused", "2 kept"], [{ line: 2 }]]);
  });
});
