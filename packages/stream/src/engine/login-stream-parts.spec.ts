import { Credential } from "@depthwire/core";
import { expect, it, onTestFinished } from "vitest";
import { noCredential, type PrivateStreamParts, unanswered } from "./login-stream-parts.js";

it("what is no credential is refused, also where nobody waits for the refusal", async () => {
  expect(noCredential(new Credential({ apiKey: "key", apiSecret: "secret" }))).toBeUndefined();
  const unhandled: unknown[] = [];
  const hear = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", hear);
  onTestFinished(() => void process.off("unhandledRejection", hear));
  for (const wrong of [undefined, {}, { apiKey: "key", apiSecret: "secret" }]) {
    noCredential(wrong);
    await expect(noCredential(wrong)).rejects.toMatchObject({ name: "ValidationError" });
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
});

it("a login that nobody answered is told with how long each was waited for", () => {
  const error = unanswered({ session: { loginTimeoutMs: 4_000 } } as PrivateStreamParts);
  expect(error).toMatchObject({ code: "timed-out", operation: "login", details: { afterMs: 4_000 } });
});
