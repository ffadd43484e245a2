import { ValidationError } from "@depthwire/core";
import { errors } from "@nats-io/nats-core";
import { expect, it } from "vitest";
import { connectionFailure, forbiddenBy } from "./connection-failure.js";

const servers = ["nats://a", "nats://b"];
const violation = (operation: "publish" | "subscription") =>
  new errors.PermissionViolationError("no", operation, "a.b");

it("why no connection was made is told with the servers, and with what the client said", () => {
  for (const cause of [new errors.AuthorizationError("no"), new errors.UserAuthenticationExpiredError("no")]) {
    expect(connectionFailure(cause, servers)).toMatchObject({
      code: "relay-login-refused",
      details: { address: "nats://a, nats://b" },
      cause,
    });
  }
  const cause = new Error("nobody there");
  expect(connectionFailure(cause, servers)).toMatchObject({
    code: "connect-failed",
    details: { address: "nats://a, nats://b", attempts: 2 },
    cause,
  });
});

it("an error with a code of ours is told as it is", () => {
  const error = new ValidationError("option-invalid", { option: "a", rule: "b" });
  expect(connectionFailure(error, servers)).toBe(error);
});

it("what is not permitted is told with subject and action, also within a failed request; nothing else is", () => {
  expect(forbiddenBy(violation("publish"))).toMatchObject({
    code: "relay-forbidden",
    details: { subject: "a.b", action: "publish" },
  });
  const within = new errors.RequestError("failed", { cause: violation("subscription") });
  expect(forbiddenBy(within)).toMatchObject({ details: { subject: "a.b", action: "subscribe" } });
  expect(forbiddenBy(new errors.RequestError("failed"))).toBeUndefined();
  expect(forbiddenBy(new Error("no"))).toBeUndefined();
});
