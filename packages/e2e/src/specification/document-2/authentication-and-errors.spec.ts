import { createHmac } from "node:crypto";
import { VenueError } from "@depthwire/core";
import { compileOperation, encodeBatchRequest } from "@depthwire/core/internal";
import { coin, wallet } from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import { answered, sampleCredential, signedRequest, thrownBy } from "../wire.spec-kit.js";

const apiSecret = "c708ac3e70d115ec29efbee197330627d7edf842";

describe("wallet and spot account", () => {
  it("are signed in document 1's headers; an empty body is an empty object [d2/authentication/sentence/1]", () => {
    for (const operation of [
      wallet.getMainAssets,
      wallet.getSpotAssets,
      wallet.getDepositAddress,
      wallet.withdraw,
      wallet.listDeposits,
      wallet.listWithdrawals,
      wallet.getCoinConfigurations,
    ]) {
      expect(operation).toMatchObject({ method: "POST", auth: "signed-headers", paramsPlace: "json-body" });
    }
    const { headers, body } = signedRequest(compileOperation(wallet.getCoinConfigurations), {});
    expect(body).toBe("{}");
    expect(headers).toEqual({
      "content-type": "application/json",
      "svc-api-key": "key",
      "svc-timestamp": "1602679943911",
      "svc-api-sign": createHmac("md5", apiSecret).update("1602679943911{}").digest("hex"),
    });
  });
});

describe("errors", () => {
  const changes = compileOperation(coin.listPositionChanges);

  it("of the batch query are those of the table [d2/errors/sentence/1]", () => {
    for (const [code, category] of [
      [3033, "batch-query"],
      [3034, "batch-query"],
      [3035, "batch-query"],
      [3012, "authentication"],
      [3024, "authentication"],
      [3025, "authentication"],
      [3026, "authentication"],
    ] as const) {
      expect(coin.listPositionChanges.codes).toContain(code);
      const error = thrownBy(() => answered(changes, `{"error":{"code":"${code}","msg":"m"}}`, { index: 1 }));
      expect(error).toMatchObject({ venueCode: code, entry: { source: "error-table", category } });
    }
  });

  it("of /v1.1 have no shown envelope: an error object as observed, or state as elsewhere [d2/errors/sentence/2]", () => {
    for (const text of [
      '{"error":{"code":"3012","msg":"m"}}',
      '{"error":{"code":3012,"msg":"m"}}',
      '{"state":3012,"msg":"m"}',
    ]) {
      const error = thrownBy(() => answered(changes, text, { index: 1 }));
      expect(error).toBeInstanceOf(VenueError);
      expect(error).toMatchObject({ venueCode: 3012, details: { published: "m" } });
    }
    expect(thrownBy(() => answered(changes, '{"error":"3012"}', { index: 1 })).code).toBe("response-shape");
  });
});

describe("version 1.1", () => {
  it("needs one command a request [d2/versioning/sentence/1]", () => {
    expect(coin.listPositionChanges.path).toBe("/v1.1/cquery");
    const params = { pair: "5BTC_USD", page: 1, size: 10 };
    const { body = "", target } = encodeBatchRequest(
      compileOperation(coin.listPositionChanges),
      params,
      sampleCredential,
      1,
    );
    expect(target).toBe("/v1.1/cquery");
    const cmds: unknown = JSON.parse(new URLSearchParams(body).get("cmds") ?? "");
    expect(cmds).toEqual([{ cmd: "bc/dealLog", body: params, index: 1 }]);
    const answer = '{"result":{"count":0,"page":1,"items":[]},"cmd":"bc/dealLog","index":1}';
    expect(answered(compileOperation(coin.listPositionChanges), answer, { index: 1 })).toMatchObject({ items: [] });
  });
});
