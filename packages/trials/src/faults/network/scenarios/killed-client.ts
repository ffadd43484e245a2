import type { KillCount } from "../../kills/judge.js";
import { runKills } from "../../kills/run-kills.js";
import { type FaultKind, Findings } from "../findings.js";
import type { Scenario } from "../scenario.js";

/** About so many orders of a process reach the venue before it is killed. */
const ordersOfLife = 8;
/** One of them halts. */
const minKills = 4;

/** A bot with both stores is killed at random steps and started again: it knows every order that it sent, and gets each fill. */
export const killedClient: Scenario = {
  name: "killed-client",
  run: async ({ orders, random }) => {
    const findings = new Findings();
    const kills = Math.max(minKills, Math.ceil(orders / ordersOfLife));
    const count = await runKills({ kills, random }, () => undefined);
    findings.orders = count.orders;
    findings.meet("kills", count.kills);
    findings.meet("placed", count.placed);
    findings.meet("fill", count.fills);
    findings.meet("fill once more, in whose hands a process was killed", count.fillsAgain);
    findings.meet("halts", count.halts);
    for (const [kind, times] of faultsOf(count)) {
      for (let i = 0; i < times; i++) {
        findings.fault(kind, `one of ${count.orders} orders over ${kills} kills`);
      }
    }
    for (const failure of count.failures) {
      findings.fault("warnings", failure);
    }
    findings.need("kills", kills);
    findings.need("placed");
    findings.need("fill");
    findings.need("halts");
    return findings;
  },
};

function faultsOf({ wrong, unknown, fillsLost, fillsDoubled, haltsLost }: KillCount): readonly [FaultKind, number][] {
  return [
    ["wrong", wrong],
    ["unknown", unknown],
    ["fillsLost", fillsLost],
    ["fillsDoubled", fillsDoubled],
    // The next process would trade on.
    ["sentAfterHalt", haltsLost],
  ];
}
