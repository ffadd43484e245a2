import { createHmac } from "node:crypto";
import { type HttpRequest, headerStringToSign } from "@depthwire/core";
import {
  compileOperation,
  createSecretHmac,
  decodeRequestSignature,
  encodePublicRequest,
  headerName,
  verifyRequest,
} from "@depthwire/core/internal";
import { requestLimits, usdt } from "@depthwire/schema";
import { type nothing, type OperationOf, type Shape, signedHeaders } from "@depthwire/schema/internal";
import { describe, expect, it } from "vitest";
import { sampleSigning, signedRequest, thrownBy } from "../wire.spec-kit.js";

const apiSecret = "c708ac3e70d115ec29efbee197330627d7edf842";
const transfer = compileOperation(usdt.transferFunds);
const request = signedRequest(transfer, { amount: "0.01", coin: "USDT", direction: "in" });
const body = '{"amount":"0.01","symbol":"USDT","type":0}';

/** Whether a venue takes the signature, when it receives this body with the request's headers. */
function isAccepted({ headers }: HttpRequest, receivedBody: string): boolean {
  const header = (name: string): string | undefined => headers[name];
  const signature = decodeRequestSignature({ query: "", header, body: receivedBody }, "svc");
  return verifyRequest(createSecretHmac(apiSecret), signature);
}

describe("headers of a signed request", () => {
  it("content-type is application/json [d1/authentication/header/content-type]", () => {
    expect(signedHeaders.contentType).toBe("content-type");
    expect(request.headers["content-type"]).toBe("application/json");
  });

  it("svc-api-key is the API key [d1/authentication/header/svc-api-key]", () => {
    expect(headerName(signedHeaders.apiKey, "svc")).toBe("svc-api-key");
    expect(request.headers["svc-api-key"]).toBe("key");
  });

  it("svc-timestamp is the time in milliseconds [d1/authentication/header/svc-timestamp]", () => {
    expect(headerName(signedHeaders.timestamp, "svc")).toBe("svc-timestamp");
    expect(request.headers["svc-timestamp"]).toBe(String(sampleSigning.timestampMs));
    const header = (name: string): string | undefined => (name === "svc-timestamp" ? "now" : request.headers[name]);
    const error = thrownBy(() => decodeRequestSignature({ query: "", header, body }, "svc"));
    expect(error.details).toMatchObject({ path: "svc-timestamp" });
  });

  it("svc-api-sign is the signature [d1/authentication/header/svc-api-sign]", () => {
    expect(headerName(signedHeaders.signature, "svc")).toBe("svc-api-sign");
    expect(request.headers["svc-api-sign"]).toBe("c947bf64fed90b1b73f8daa089bf3acb");
  });
});

describe("signing rules", () => {
  it("the body is serialized once, and that text is sent [d1/authentication/rule/1]", () => {
    expect(request.body).toBe(body);
    expect(isAccepted(request, request.body ?? "")).toBe(true);
  });

  it("the timestamp stands before the body without a separator [d1/authentication/rule/2]", () => {
    expect(headerStringToSign(1_602_679_943_911, "{}")).toBe("1602679943911{}");
    const header = (name: string): string | undefined => request.headers[name];
    const { stringsToSign } = decodeRequestSignature({ query: "", header, body }, "svc");
    expect(stringsToSign[0]).toBe(`1602679943911${body}`);
  });

  it("the signature is HMAC-MD5 under the secret, in lower-case hexadecimal [d1/authentication/rule/3]", () => {
    const digest = createHmac("md5", apiSecret).update(`1602679943911${body}`).digest("hex");
    expect(request.headers["svc-api-sign"]).toBe(digest);
    expect(digest).toMatch(/^[0-9a-f]{32}$/);
    const upper = { ...request, headers: { ...request.headers, "svc-api-sign": digest.toUpperCase() } };
    expect(isAccepted(upper, body)).toBe(false);
  });

  it("an empty body is the text of an empty object [d1/authentication/rule/4]", () => {
    const empty = signedRequest(compileOperation(usdt.getAssets), {});
    expect(empty.body).toBe("{}");
    expect(empty.headers["svc-api-sign"]).toBe("a6bcb033fd11840e2a1118466d98ecc2");
  });

  it("one byte of difference spoils it: key order and spacing count [d1/authentication/rule/5]", () => {
    for (const other of [
      '{"amount": "0.01","symbol":"USDT","type":0}',
      '{"symbol":"USDT","amount":"0.01","type":0}',
      '{"amount":"0.010","symbol":"USDT","type":0}',
      `${body}\n`,
    ]) {
      expect(isAccepted(request, other), other).toBe(false);
    }
  });
});

const withoutParameters: readonly OperationOf<typeof nothing, Shape>[] = [
  usdt.getServerTime,
  usdt.getFundingRates,
  usdt.getTagPrices,
  usdt.getContracts,
  usdt.getPrecisions,
];

describe("public operations", () => {
  it("are sent without these headers [d1/authentication/sentence/1]", () => {
    for (const operation of withoutParameters) {
      expect(operation.auth).toBe("none");
      expect(encodePublicRequest(compileOperation(operation), {}).headers).toEqual({});
      expect(thrownBy(() => signedRequest(compileOperation(operation), {})).code).toBe("option-invalid");
    }
    expect(encodePublicRequest(compileOperation(usdt.getDepth), { pair: "4BTC_USDT" }).headers).toEqual({});
  });
});

describe("the timestamp's tolerance", () => {
  it("is not shown: 30 seconds, either way [d1/authentication/sentence/2]", () => {
    expect(requestLimits.timestampTolerance).toMatchObject({ assumed: 30_000, unit: "milliseconds" });
    // The codec itself judges no time: a signature of any age is read, and the clock decides elsewhere.
    for (const timestampMs of [0, 4_102_444_800_000]) {
      const header = (name: string): string | undefined =>
        name === "svc-timestamp" ? String(timestampMs) : request.headers[name];
      expect(decodeRequestSignature({ query: "", header, body }, "svc").timestampMs).toBe(timestampMs);
    }
  });
});
