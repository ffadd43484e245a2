import { TransportError } from "@depthwire/core";
import { expect, it } from "vitest";
import { endingOf } from "./ending.js";
import { exitCodes } from "./exit-codes.js";

const address = "http://127.0.0.1:8090";

it("an order that did not arrive has an exit code of its own: it may be placed again", () => {
  expect(endingOf(new TransportError("not-placed", { clientOrderId: "1" }))).toMatchObject({
    exitCode: exitCodes.notPlaced,
    error: { code: "not-placed", remedy: expect.stringContaining("Place it again") },
  });
});

it("a service that is not there is looked for: a command does not try again by itself", () => {
  const { text, exitCode } = endingOf(new TransportError("connect-failed", { address, attempts: 4 }));
  expect(exitCode).toBe(exitCodes.unreachable);
  expect(text).toMatch(/--venue.*depthwire doctor/);
  expect(text).not.toContain("session");
});

it.each(["connection-lost", "timed-out"] as const)("%s is repeated where nothing may have been carried out", (code) => {
  const details = code === "timed-out" ? { afterMs: 5 } : { address };
  const ended = (ambiguous: boolean) => endingOf(new TransportError(code, details as never, { ambiguous })).text;
  expect(ended(false)).toContain("Run it again");
  expect(ended(true)).toContain("look before you repeat it");
});
