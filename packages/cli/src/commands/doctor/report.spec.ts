import { TransportError } from "@depthwire/core";
import { expect, it } from "vitest";
import { sceneContext } from "../../context.spec-kit.js";
import { Refused } from "../../program/refused.js";
import { stylesFor } from "../../program/styles.js";
import { textTranscript } from "../../transcript.spec-kit.js";
import { type Finding, notChecked, sound } from "./finding.js";
import { Report } from "./report.js";

const throwing = (error: Error) => async (): Promise<never> => {
  throw error;
};

it("a report tells each finding in its place, and what all come to", async () => {
  const findings: readonly (() => Promise<Finding>)[] = [
    async () => sound("All is well", { a: 1 }),
    async () => sound("All is well."),
    async () => notChecked("REST is not reached"),
    async () => ({ status: "wrong", code: "disk-full", says: "No room", remedy: "Free some of it, or go elsewhere." }),
    throwing(new Error("broken")),
    throwing(new TransportError("timed-out", { afterMs: 5 } as never)),
  ];
  const parts: string[] = [];
  for (const [form, count, columns] of [
    ["text", 6, 40],
    ["text", 6, undefined],
    ["text", 3, undefined],
    ["text", 2, undefined],
    ["json", 6, undefined],
    ["json", 2, undefined],
  ] as const) {
    const { context, streams } = sceneContext("doctor", form, {
      styles: stylesFor({ isTerminal: columns !== undefined, environment: {} }),
      screen: {
        isTerminal: columns !== undefined,
        size: () => ({ columns: columns ?? 80, rows: 24 }),
        onResize: () => () => {},
      },
    });
    const report = new Report(context, count);
    const outcomes: unknown[] = [];
    for (const [index, look] of findings.slice(0, count).entries()) {
      outcomes.push(await report.check(`check-${index}`, look));
    }
    report.close();
    try {
      report.end();
    } catch (error) {
      const { code, message, remedy, details } = error as Refused;
      outcomes.push({ code, message, remedy, details });
    }
    parts.push(`${streams.text().out}${streams.text().err}${JSON.stringify(outcomes)}`);
  }
  await textTranscript("doctor-report", parts);
  const { context } = sceneContext("doctor", "text");
  const report = new Report(context, 1);
  await expect(report.check("x", throwing(new Refused("usage", "refused")))).rejects.toThrow("refused");
});
