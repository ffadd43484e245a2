import type { KeptCase } from "./kept-report.js";

/** A case as it is kept, with one goal. */
export function keptCaseOf(name: string, rest: Partial<KeptCase> = {}): KeptCase {
  return {
    case: name,
    unit: "messages/s",
    ours: 20_000,
    peers: { ccxt: 5_000 },
    ratios: { ccxt: 4 },
    parts: [{ name: "seed 1", ours: 20_000, peers: { ccxt: 5_000 }, ratios: { ccxt: 4 } }],
    origin: { date: "2026-11-23", commit: "abc1234", machine: "Node 20, 2 × some processor", load: [1.5, 2] },
    ...rest,
  };
}
