import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { leftovers } from "./leftovers.js";
import { limits } from "./limits.js";

/** The pair that every case is about. */
export const pair = "4BTC_USDT";

const depthIntervalMs = 50;

/** Starts the venue of a case. */
export function startVenue(seed: number, port = 0): Promise<Sandbox> {
  return startSandbox({
    pairs: [pair],
    seed,
    port,
    depthIntervalMs,
    tickIntervalMs: depthIntervalMs,
    requestsPerWindow: 0,
    timestampToleranceMs: limits.toleranceMs,
  });
}

/** A file with the venue's key while `use` runs. */
export async function withKeyFile<Result>(sandbox: Sandbox, use: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-conformance-"));
  const undo = (): void => rmSync(folder, { recursive: true, force: true });
  leftovers.add(undo);
  try {
    const file = join(folder, "key.json");
    await writeFile(file, JSON.stringify(sandbox.credential), { mode: 0o600 });
    return await use(file);
  } finally {
    leftovers.delete(undo);
    undo();
  }
}
