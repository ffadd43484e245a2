import { expect, it } from "vitest";
import { ClientProcess } from "./client-process.js";
import { Findings } from "./findings.js";

it("counts what is not answered in time as hung", async () => {
  const findings = new Findings();
  const client = new ClientProcess(findings, { hangsAfterMs: 100, nodeFlags: [] });
  client.stop();
  await client.names("at-once");
  client.goOn();
  await client.kill();
  expect(findings.faults.hung).toEqual([expect.stringContaining("names was not answered")]);
});

it("counts what Node warns of, and a client that leaves nothing behind ends by itself", async () => {
  const findings = new Findings();
  const nodeFlags = ["--import", "data:text/javascript,process.emitWarning('too many listeners')"];
  const client = new ClientProcess(findings, { hangsAfterMs: 60_000, nodeFlags });
  await client.names("at-once");
  await client.close();
  expect(findings.faults.warnings.join()).toContain("too many listeners");
  expect(findings.faults.hung).toEqual([]);
}, 120_000);
