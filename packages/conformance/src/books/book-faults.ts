import { setTimeout as sleep } from "node:timers/promises";
import type { FaultRule } from "@depthwire/sandbox";
import { type BookFault, type BookStage, ordered } from "./book-stage.js";
import { rewritingFaults } from "./rewriting-faults.js";

/** How long a client is stopped, in milliseconds. */
const stoppedMs = 4_000;

function of(says: string, rules: readonly number[], ...faults: readonly FaultRule[]): BookFault {
  return { says, rules, happen: (stage) => ordered(stage, ...faults) };
}

/** Ends the connection, so that a new subscription meets what is ordered for its full message. */
function afterCut(says: string, rules: readonly number[], fault: FaultRule): BookFault {
  return of(says, rules, { ...fault, on: "snapshots" }, { kind: "cut" });
}

async function stopped({ client }: BookStage): Promise<void> {
  client.signal("SIGSTOP");
  await sleep(stoppedMs);
  client.signal("SIGCONT");
}

/** Everything that may happen to a book. */
export const bookFaults: Readonly<Record<string, BookFault>> = {
  nothing: { says: "Nothing happens for three seconds.", rules: [1, 16], happen: () => sleep(3_000) },
  lost: of("Three messages are lost, one behind the other.", [4], { kind: "drop", count: 3 }),
  "lost-often": of("Of the next messages each third is lost.", [4, 11], { kind: "drop", count: 8, probability: 0.33 }),
  "numbers-left-out": of("The counter leaves out three numbers.", [4], { kind: "gap", by: 3 }),
  doubled: of("Five messages come twice.", [3], { kind: "duplicate", count: 5 }),
  swapped: of("Two messages have changed places.", [3, 4], { kind: "reorder" }),
  late: of("A message, and all behind it, come late.", [14], { kind: "delay", ms: 1_500 }),
  "old-snapshot": of("A full message of an earlier state comes by itself.", [2], { kind: "old-snapshot", by: 5 }),
  corrupt: of("Bits of a compressed message are flipped.", [13], { kind: "corrupt", bits: 3 }),
  truncated: of("The end of a compressed message is missing.", [13], { kind: "truncate", bytes: 20 }),
  "unknown-marker": of("The first byte of a message is no marker.", [13], { kind: "unknown-marker" }),
  "not-json": of("A message is cut in the middle of its JSON.", [13], { kind: "not-json" }),
  "wrong-shape": of("A message has a text where a list was due.", [12, 13], { kind: "wrong-shape" }),
  "wrong-pair": of("A message names another pair than its topic.", [12], { kind: "wrong-pair" }),
  ambiguous: of("A price is both set and deleted.", [7], { kind: "ambiguous" }),
  crossed: of("A bid is set at the price of the best ask.", [10], { kind: "crossed" }),
  bomb: of("A small message inflates to 8 MiB.", [9, 13], { kind: "bomb", bytes: 8_388_608 }),
  oversize: of("A plain message is 5 MB long.", [9, 13], { kind: "oversize", bytes: 5_000_000 }),
  cut: of("The connection ends without a word.", [6], { kind: "cut" }),
  closed: of("The connection is closed with code 1012.", [6], { kind: "close", code: 1012 }),
  refused: of(
    "The connection ends, and three new ones are refused.",
    [6, 11],
    { kind: "cut" },
    { kind: "refuse", count: 3 },
  ),
  silent: of("Nothing is pushed any more on the connection; pings are answered.", [14], { kind: "black-hole" }),
  dead: {
    says: "The connection stays open, and nothing passes any more in either direction.",
    rules: [14],
    isProxied: true,
    happen: async ({ proxy }) => proxy?.die(),
  },
  "snapshot-lost": afterCut("The connection ends, and the next full message is lost.", [11], { kind: "drop" }),
  "snapshot-corrupt": afterCut("The connection ends, and the next full message is damaged.", [11, 13], {
    kind: "corrupt",
    bits: 3,
  }),
  "snapshot-late": afterCut("The connection ends, and the next full message is late.", [11], {
    kind: "delay",
    ms: 2_000,
  }),
  "snapshot-crossed": afterCut("The connection ends, and the next full message is crossed.", [10], { kind: "crossed" }),
  restarted: {
    says: "Another venue takes the place of this one; its counter begins anew.",
    rules: [2, 3, 6],
    happen: (stage) => stage.restart(),
  },
  stopped: { says: "The client's process is stopped for four seconds.", rules: [15], happen: stopped },
  ...rewritingFaults,
};
