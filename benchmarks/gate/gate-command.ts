import { type GateReport, renewBaseline, runGate } from "./gate.js";

/**
 * Runs the gate and writes what it found; or renews its baseline.
 *
 * @throws Error when a message costs more than the baseline says
 */
export async function passGate(
  baselineFile: string,
  { renew, json }: { readonly renew?: true; readonly json?: true },
): Promise<void> {
  const progress = (text: string): void => void process.stderr.write(`${text}\n`);
  if (renew) {
    await renewBaseline(baselineFile, progress);
    process.stdout.write("the baseline was renewed: say in the commit why\n");
    return;
  }
  const report = await runGate(baselineFile, progress);
  process.stdout.write(`${gateText(report)}\n`);
  if (json) {
    process.stdout.write(`${JSON.stringify(report)}\n`);
  }
  if (!report.passed) {
    throw new Error("a message costs more than the baseline says: mend it, or renew the baseline and say why");
  }
}

function gateText({ method, verdicts, notes }: GateReport): string {
  const unit = method === "instructions" ? "instructions a message" : "times as fast as the plain way";
  const rows = verdicts.map(({ case: name, baseline, got, changePercent, passed }) => {
    const change = `${changePercent > 0 ? "+" : ""}${changePercent} %`;
    return `  ${passed ? "passed" : "FAILED"} ${name}: ${got}, baseline ${baseline} (${change})`;
  });
  return [`gate, ${unit}`, ...rows, ...notes.map((note) => `  ${note}`)].join("\n");
}
