import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { keepCrasher, readCrashers } from "./crashers.js";
import { targets } from "./targets/all-targets.js";

it.each(targets.map((target) => [target.name, target] as const))(
  "inputs that once showed a fault of %s show none",
  async (name, target) => {
    const inputs = await readCrashers(name);
    if (inputs.length === 0) {
      return;
    }
    const opened = await target.open();
    onTestFinished(() => opened.close?.());
    for (const input of inputs) {
      expect((await opened.run(input)).findings ?? []).toEqual([]);
    }
  },
);

it("an input is kept under a name of its own, and read back", async () => {
  const folder = await mkdtemp(join(tmpdir(), "crashers-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const finding = { kind: "slow", signature: "s", detail: "d" } as const;
  const [text, bytes] = [Uint8Array.of(0x7b), Uint8Array.of(0xff, 0)];
  for (const input of [text, bytes, text]) {
    expect(await keepCrasher("frames", { finding, input }, folder)).toMatch(/frames\/slow-[0-9a-f]{12}\.json$/);
  }
  const read = await readCrashers("frames", folder);
  expect(read).toHaveLength(2);
  expect(read).toEqual(expect.arrayContaining([text, bytes]));
  expect(await readCrashers("nothing", folder)).toEqual([]);
});
