import { describe, expect, it } from "vitest";
import { type AddressRules, readBusAddresses } from "./bus-addresses.js";

const node: AddressRules = { schemes: ["nats", "tls"], isEncrypted: false, allowInsecure: true };
const page: AddressRules = { schemes: ["wss", "ws"], isEncrypted: false, allowInsecure: true };

it.each([
  ["nats://Relay-1", node, { host: "relay-1:4222", isEncrypted: false, isLoopback: false }],
  ["relay-1:5222", node, { host: "relay-1:5222", isEncrypted: false, isLoopback: false }],
  ["tls://relay-1", node, { host: "relay-1:4222", isEncrypted: true, isLoopback: false }],
  ["nats://relay-1:80", node, { host: "relay-1:80", isEncrypted: false, isLoopback: false }],
  ["nats://relay-1/", node, { host: "relay-1:4222", isEncrypted: false, isLoopback: false }],
  ["nats://relay-1", { ...node, isEncrypted: true }, { host: "relay-1:4222", isEncrypted: true, isLoopback: false }],
  ["nats://localhost", node, { host: "localhost:4222", isEncrypted: false, isLoopback: true }],
  ["nats://[::1]:42", node, { host: "[::1]:42", isEncrypted: false, isLoopback: true }],
  ["nats://127.2.3.44", node, { host: "127.2.3.44:4222", isEncrypted: false, isLoopback: true }],
  ["nats://127.0.0.1.example", node, { host: "127.0.0.1.example:4222", isEncrypted: false, isLoopback: false }],
  ["nats://a127.0.0.1.example", node, { host: "a127.0.0.1.example:4222", isEncrypted: false, isLoopback: false }],
  ["wss://relay-1", page, { host: "relay-1:443", isEncrypted: true, isLoopback: false }],
  ["relay-1", page, { host: "relay-1:443", isEncrypted: true, isLoopback: false }],
  ["ws://relay-1", page, { host: "relay-1:80", isEncrypted: false, isLoopback: false }],
  ["ws://relay-1:9222/bus", page, { host: "relay-1:9222/bus", isEncrypted: false, isLoopback: false }],
  ["wss://relay-1/bus/deep", page, { host: "relay-1:443/bus/deep", isEncrypted: true, isLoopback: false }],
])("%s is understood", (text, rules, address) => {
  expect(readBusAddresses([text], rules)).toEqual([{ text, ...address }]);
});

const noName = "an address without a name or password: they would stand in logs";
const endsWithPort = "an address that ends with its port";

it.each([
  ["ws://relay-1", node, "nats://HOST:PORT or tls://HOST:PORT"],
  ["nats://relay-1", page, "wss://HOST:PORT or ws://HOST:PORT"],
  ["nats://", node, "nats://HOST:PORT or tls://HOST:PORT"],
  ["nats://a b", node, "nats://HOST:PORT or tls://HOST:PORT"],
  ["nats://user@relay-1", node, noName],
  ["nats://:word@relay-1", node, noName],
  ["nats://relay-1/a", node, endsWithPort],
  ["ws://relay-1/a?b", page, endsWithPort],
  ["nats://relay-1#b", node, endsWithPort],
])("%s is refused", (text, rules, rule) => {
  expect(() => readBusAddresses([text], rules)).toThrowError(
    expect.objectContaining({ code: "option-invalid", details: { option: "servers", rule } }),
  );
});

it("no address is refused, too", () => {
  expect(() => readBusAddresses([], node)).toThrowError(
    expect.objectContaining({ code: "option-invalid", details: { option: "servers", rule: "at least one address" } }),
  );
});

describe("an address that others can listen to", () => {
  const rules = { ...node, allowInsecure: false };

  it("is refused with its own text, whichever it is", () => {
    for (const servers of [["nats://relay-1"], ["nats://127.0.0.1", "tls://relay-2", "nats://relay-1"]]) {
      expect(() => readBusAddresses(servers, rules)).toThrowError(
        expect.objectContaining({ code: "relay-insecure", details: { address: "nats://relay-1" } }),
      );
    }
  });

  it("is none where the way is encrypted, or stays on this computer", () => {
    const servers = ["nats://127.0.0.1", "tls://relay-2"];
    expect(readBusAddresses(servers, rules).map(({ text }) => text)).toEqual(servers);
    expect(readBusAddresses(["nats://relay-1"], { ...rules, isEncrypted: true })).toHaveLength(1);
  });
});
