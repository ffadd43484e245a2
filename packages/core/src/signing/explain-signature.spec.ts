import { describe, expect, it } from "vitest";
import { Credential } from "./credential.js";
import { explainSignature, type SignedText } from "./explain-signature.js";
import { sign } from "./sign.js";

const apiSecret = "the-canary-secret";
const credential = new Credential({ apiKey: "key", apiSecret });
const body = '{"symbol":"é, USDT","amount":"0.01"}';
const headers: SignedText = { scheme: "headers", timestampMs: 1602679943911, body };

describe("explainSignature", () => {
  it.each<[SignedText, string]>([
    [headers, `1602679943911${body}`],
    [{ scheme: "prefix-login" }, '{"apikey":"key","sub":"ALL_ALL_login"}'],
    [
      { scheme: "channel-login", serviceName: "svc" },
      '{"apikey":"key","channel":"svc_sub_spot_ALL_ALL_login","event":"addChannel"}',
    ],
    [{ scheme: "batch-query", commands: "[]" }, "[]"],
  ])("shows the exact text of %j and never the secret", (signed, stringToSign) => {
    const explanation = explainSignature(credential, signed, sign(credential, stringToSign));
    expect(explanation).toEqual({
      algorithm: "HMAC-MD5 as lower-case hexadecimal, key and text in UTF-8",
      stringToSign,
      utf8Bytes: Buffer.byteLength(stringToSign),
      finding: "right",
    });
    expect(JSON.stringify(explanation)).not.toContain("canary");
  });

  it("needs no other signature", () => {
    expect(explainSignature(credential, headers)).not.toHaveProperty("finding");
  });

  it.each([
    ["not-32-hexadecimal-digits", "abc"],
    ["upper-case", sign(credential, `1602679943911${body}`).toUpperCase()],
    ["body-left-out", sign(credential, "1602679943911")],
    ["empty-object-in-place-of-no-body", sign(credential, "1602679943911{}")],
    ["timestamp-in-seconds", sign(credential, `1602679943${body}`)],
    ["body-before-timestamp", sign(credential, `${body}1602679943911`)],
    ["spaces-put-in", sign(credential, '1602679943911{"symbol": "é, USDT", "amount": "0.01"}')],
    ["keys-sorted", sign(credential, '1602679943911{"amount":"0.01","symbol":"é, USDT"}')],
    ["another-text-or-another-secret", "0".repeat(32)],
  ])("finds %s", (finding, received) => {
    expect(explainSignature(credential, headers, received).finding).toBe(finding);
  });

  it("finds spaces that were left out, in a batch query too", () => {
    const spaced: SignedText = { scheme: "headers", timestampMs: 5, body: '{ "a" : 1 }' };
    expect(explainSignature(credential, spaced, sign(credential, '5{"a":1}')).finding).toBe("spaces-left-out");
    const commands: SignedText = { scheme: "batch-query", commands: '[{"cmd": "x"}]' };
    expect(explainSignature(credential, commands, sign(credential, '[{"cmd":"x"}]')).finding).toBe("spaces-left-out");
    const broken: SignedText = { scheme: "batch-query", commands: "[" };
    expect(explainSignature(credential, broken, "0".repeat(32)).finding).toBe("another-text-or-another-secret");
  });
});
