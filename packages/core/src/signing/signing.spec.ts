import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createSecretHmac } from "../digest/hmac-md5.js";
import { ValidationError } from "../error/validation-error.js";
import { Credential } from "./credential.js";
import { sign } from "./sign.js";
import {
  batchQueryStringToSign,
  channelLoginStringToSign,
  headerStringToSign,
  prefixLoginStringToSign,
} from "./string-to-sign.js";
import { verify } from "./verify.js";

/** The secret of the field notes' samples. */
const apiSecret = "c708ac3e70d115ec29efbee197330627d7edf842";
const apiKey = "the-canary-key";
const credential = new Credential({ apiKey, apiSecret });

describe("signing", () => {
  it.each([
    ['{"amount":"0.01","symbol":"USDT","type":0}', "c947bf64fed90b1b73f8daa089bf3acb"],
    ["{}", "a6bcb033fd11840e2a1118466d98ecc2"],
    ["", "cd797073de0017864f106c2d029e4c90"],
  ])(
    "signs timestamp and body %j as the field notes' samples do [notes/samples/sample/header-signing]",
    (body, signature) => {
      expect(sign(credential, headerStringToSign(1602679943911, body))).toBe(signature);
    },
  );

  it("signs cmds as the field notes' sample does [notes/samples/sample/cmds-signing]", () => {
    const cmds = '[{"cmd":"bc/dealLog","body":{"pair":"5BTC_USD","page":1,"size":10},"index":1}]';
    expect(sign(credential, batchQueryStringToSign(cmds))).toBe("4429dee1480d6b046a087b10b751143b");
  });

  it("forms both logins in the documented key order [notes/protocol-b/note/21]", () => {
    expect(prefixLoginStringToSign("k")).toBe('{"apikey":"k","sub":"ALL_ALL_login"}');
    expect(channelLoginStringToSign("k", "svc")).toBe(
      '{"apikey":"k","channel":"svc_sub_spot_ALL_ALL_login","event":"addChannel"}',
    );
  });

  it("verifies its own signature and no other", () => {
    const secret = createSecretHmac(apiSecret);
    const signature = sign(credential, "text");
    expect(verify(secret, "text", signature)).toBe(true);
    expect(verify(secret, "texu", signature)).toBe(false);
    expect(verify(createSecretHmac("other"), "text", signature)).toBe(false);
    for (const wrong of ["", signature.slice(1), `${signature}0`, signature.toUpperCase(), "g".repeat(32)]) {
      expect(verify(secret, "text", wrong)).toBe(false);
    }
    for (let at = 0; at < 32; at += 1) {
      const flipped = signature[at] === "0" ? "1" : "0";
      expect(verify(secret, "text", signature.slice(0, at) + flipped + signature.slice(at + 1))).toBe(false);
    }
  });
});

describe("a credential", () => {
  it("shows neither key nor secret, however it is printed", () => {
    const shown = [
      String(credential),
      JSON.stringify({ credential }),
      inspect(credential, { depth: 9, showHidden: true, getters: true }),
      inspect({ nested: [credential] }, { depth: 9, showHidden: true, customInspect: false }),
      Object.entries(credential).flat().map(String).join(),
    ].join("\n");
    expect(shown).not.toContain(apiKey);
    expect(shown).not.toContain(apiSecret);
  });

  it("cannot be cloned", () => {
    expect(() => structuredClone(credential)).toThrow();
    expect(() => structuredClone({ credential })).toThrow();
  });

  it.each([
    ["key", { apiKey: "", apiSecret }],
    ["key", { apiKey: 'a"b', apiSecret }],
    ["key", { apiKey: "a\r\nb", apiSecret }],
    ["secret", { apiKey, apiSecret: "" }],
    ["secret", { apiKey, apiSecret: "sécret-canary" }],
    ["secret", { apiKey, apiSecret: undefined as unknown as string }],
  ])("refuses an unusable %s without showing it", (part, parts) => {
    const attempt = (): unknown => new Credential(parts);
    expect(attempt).toThrow(ValidationError);
    try {
      attempt();
    } catch (error) {
      expect((error as ValidationError<"credential-invalid">).details.part).toBe(part);
      expect(String(error) + JSON.stringify(error)).not.toContain("canary");
    }
  });
});
