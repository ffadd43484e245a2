import type { Logger } from "@depthwire/core";
import { expect, it } from "vitest";
import { RefusalLog, refusalsToldPerSecond } from "./refusal-log.js";

function openLog() {
  const lines: string[] = [];
  const logger: Logger = { log: (level, event, fields) => lines.push(`${level} ${event} ${JSON.stringify(fields)}`) };
  const clock = { nowMs: 5 };
  return { lines, clock, log: new RefusalLog(logger, () => clock.nowMs) };
}

it("tells every refusal as long as they come slowly", () => {
  const { lines, clock, log } = openLog();
  for (let index = 0; index < 100; index += 1) {
    log.tell("request-refused", { index });
    clock.nowMs += 1000 / refusalsToldPerSecond;
  }
  expect(lines.length).toBe(100);
  expect(lines[99]).toBe('warn request-refused {"index":99}');
});

it("tells of a flood so many as a second has, and with the next one how many it kept to itself, of any kind", () => {
  const { lines, clock, log } = openLog();
  for (let index = 0; index < 1000; index += 1) {
    log.tell(index % 2 === 0 ? "request-refused" : "push-client-closed", { index });
  }
  expect(lines.length).toBe(refusalsToldPerSecond);
  clock.nowMs += 1000;
  log.tell("request-refused", { index: 1000 });
  log.tell("request-refused", { index: 1001 });
  expect(lines.slice(refusalsToldPerSecond)).toEqual([
    `warn request-refused {"index":1000,"untold":${1000 - refusalsToldPerSecond}}`,
    'warn request-refused {"index":1001}',
  ]);
});

it("does without a logger", () => {
  expect(() => new RefusalLog(undefined, () => 0).tell("request-refused", {})).not.toThrow();
});
