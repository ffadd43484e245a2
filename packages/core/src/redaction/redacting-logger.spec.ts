import { beforeEach, describe, expect, it } from "vitest";
import { Credential } from "../signing/credential.js";
import { redactingLogger } from "./redacting-logger.js";
import { looksSecret, redacted, redactText } from "./secret-text.js";

let logged: unknown[];
const logger = () => redactingLogger({ log: (...parts) => logged.push(parts) });

beforeEach(() => {
  logged = [];
});

describe("a redacting logger", () => {
  it("passes on what is not secret, as it is", () => {
    const fields = { pair: "4BTC_USDT", count: 3, ok: true, keys: 7, monkeys: "x", keyboard: "y" };
    logger().log("warn", "book-gapped", fields);
    expect(logged).toEqual([["warn", "book-gapped", fields]]);
  });

  it.each(["apiKey", "svc-api-key", "API_KEY", "key", "secret", "apiSecret", "Authorization", "hostPassword", "sign"])(
    "replaces the field %s, whatever it holds",
    (name) => {
      for (const value of ["short", 5]) {
        logger().log("info", "x", { [name]: value });
        expect(logged.pop()).toEqual(["info", "x", { [name]: redacted }]);
      }
    },
  );

  it("replaces a text that looks secret, in a field, its name or the event", () => {
    const secret = "c708ac3e70d115ec29efbee197330627";
    logger().log("info", `login ${secret}`, { text: `"sign":"abc"`, [secret]: 1 });
    expect(logged).toEqual([["info", redacted, { text: redacted, [redacted]: 1 }]]);
  });

  it("replaces a text with the key of a credential that it was told of, and of no other", () => {
    const told = logger();
    const credentials = ["first-key", "second-key"].map((apiKey) => new Credential({ apiKey, apiSecret: "secret" }));
    for (const credential of credentials) {
      told.hide(credential);
    }
    told.log("info", "x", { a: "of first-key", b: "second-key", c: "third-key" });
    expect(logged).toEqual([["info", "x", { a: redacted, b: redacted, c: "third-key" }]]);
  });

  it("cuts a text of more than 500 units", () => {
    logger().log("info", "x", { fits: "é ".repeat(250), long: "é ".repeat(251) });
    expect(logged).toEqual([["info", "x", { fits: "é ".repeat(250), long: `${"é ".repeat(250)}…` }]]);
  });
});

describe("a text", () => {
  it.each([
    "apikey=abc",
    '{"apikey" : "abc"}',
    "'sign': x",
    "x C708AC3E70D115EC29EFBEE197330627 y",
    "c708ac3e70d115ec29efbee197330627d7edf842",
    "nats://user:password@host:4222",
  ])("that looks secret is replaced: %s", (text) => {
    expect([looksSecret(text), redactText(text)]).toEqual([true, redacted]);
  });

  it.each([
    "c708ac3e70d115ec29efbee19733062",
    "gc708ac3e70d115ec29efbee19733062h",
    "nats://host:4222/a@b",
    "a@b",
    "the sign of a key",
  ])("that does not is left alone: %s", (text) => {
    expect([looksSecret(text), redactText(text)]).toEqual([false, text]);
  });
});
