import { describe, expect, it } from "vitest";
import { type GuardOptions, guardSettingsOf, withoutGuard } from "./guard-options.js";

it("lets this machine's own programs in, and no more, where nothing is said", () => {
  expect(guardSettingsOf({})).toEqual({
    host: "127.0.0.1",
    requestPolicy: { ownHosts: new Set(["127.0.0.1"]), allowedOrigins: new Set() },
    operatorPolicy: { reach: "loopback", isToken: undefined },
    maxConnectionsPerAddress: 2000,
    messagesPerSecond: 200,
    subscriptionsPerSecond: 100,
  });
});

it.each<[string, readonly string[]]>([
  ["DevBox.test.", ["devbox.test"]],
  ["::1", ["0:0:0:0:0:0:0:1"]],
  ["192.168.1.5", ["192.168.1.5"]],
  ["0.0.0.0", []],
  ["::", []],
  ["dev box", []],
])("may be called by the address that it listens at, unless that stands for all addresses: %s", (host, own) => {
  const { requestPolicy } = guardSettingsOf({ host, allowHosts: ["Other.test"] });
  expect([...requestPolicy.ownHosts]).toEqual([...own, "other.test"]);
});

it.each([
  ["localhost", "loopback"],
  ["127.0.0.9", "loopback"],
  ["::1", "loopback"],
  ["0.0.0.0", "beyond"],
  ["192.168.1.5", "beyond"],
  ["devbox.test", "beyond"],
])("listening at %s, it can be reached from: %s", (host, reach) => {
  expect(guardSettingsOf({ host })).toMatchObject({ host, operatorPolicy: { reach } });
});

it("takes what it is given, up to the bounds", () => {
  const bounds = { maxConnectionsPerAddress: 1, messagesPerSecond: 0, subscriptionsPerSecond: 1_000_000 };
  const settings = guardSettingsOf({
    ...bounds,
    allowOrigins: ["HTTP://App.test"],
    operatorToken: "a-token-of-the-operator",
  });
  expect(settings).toMatchObject({ ...bounds, requestPolicy: { allowedOrigins: new Set(["http://app.test:80"]) } });
  const { isToken } = settings.operatorPolicy;
  expect(["a-token-of-the-operator", "a-token-of-the-operato"].map((text) => isToken?.(text))).toEqual([true, false]);
});

const origins = "origins without path, such as http://localhost:3000; neither null nor *";
const token = "at least 16 letters, digits or characters of ._~+/-";
const perSecond = "an integer from 0 to 1000000";

it.each<[GuardOptions, string]>([
  [{ allowHosts: ["a.test", "a:80"] }, "names without port, such as devbox.test"],
  [{ allowOrigins: ["http://a.test", "null"] }, origins],
  [{ operatorToken: "x".repeat(15) }, token],
  [{ operatorToken: `${"x".repeat(16)}\n` }, token],
  [{ operatorToken: `é${"x".repeat(16)}` }, token],
  [{ operatorToken: "x".repeat(513) }, token],
  [{ maxConnectionsPerAddress: 0 }, "an integer from 1 to 1000000"],
  [{ maxConnectionsPerAddress: 1_000_001 }, "an integer from 1 to 1000000"],
  [{ messagesPerSecond: -1 }, perSecond],
  [{ messagesPerSecond: 1.5 }, perSecond],
  [{ subscriptionsPerSecond: 1_000_001 }, perSecond],
])("says what an option must be: %j", (options, rule) => {
  const refused = { code: "option-invalid", details: { option: Object.keys(options)[0], rule } };
  expect(() => guardSettingsOf(options)).toThrow(expect.objectContaining(refused));
});

describe("other options", () => {
  it("go on without those of the guard, the token above all", () => {
    const guard: Required<GuardOptions> = {
      host: "localhost",
      allowHosts: [],
      allowOrigins: [],
      operatorToken: "a-token-of-the-operator",
      maxConnectionsPerAddress: 1,
      messagesPerSecond: 1,
      subscriptionsPerSecond: 1,
    };
    expect(withoutGuard({ ...guard, port: 0, seed: undefined })).toEqual({ port: 0, seed: undefined });
  });
});
