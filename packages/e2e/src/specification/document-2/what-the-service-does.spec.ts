import { VenueError } from "@depthwire/core";
import { compileOperation, createSecretHmac, decodeRequestSignature, verifyRequest } from "@depthwire/core/internal";
import * as schema from "@depthwire/schema/internal";
import { describe, expect, it } from "vitest";
import { expectIgnored } from "../ignored.spec-kit.js";
import { answered, signedRequest, thrownBy } from "../wire.spec-kit.js";

const { coin, spot, wallet } = schema;

describe("document 2", () => {
  it("takes signing and error table from document 1 [d2//sentence/1]", () => {
    const { headers, body = "" } = signedRequest(compileOperation(wallet.getMainAssets), { detail: "totals" });
    const signature = decodeRequestSignature({ query: "", header: (name) => headers[name], body }, "svc");
    expect(verifyRequest(createSecretHmac("c708ac3e70d115ec29efbee197330627d7edf842"), signature)).toBe(true);
    const error = thrownBy(() => answered(compileOperation(wallet.getMainAssets), '{"state":3024,"msg":"m"}'));
    expect(error).toBeInstanceOf(VenueError);
    expect(error).toMatchObject({ venueCode: 3024, entry: { source: "error-table", category: "authentication" } });
  });

  it("has records in which any other field is ignored [d2/what-the-service-does/sentence/1]", () => {
    const records = Object.values<unknown>({ ...schema, ...coin, ...spot, ...wallet })
      .filter(isRecord)
      .filter(({ spec }) => spec.includes("document 2, Resources"));
    expect(records.length).toBeGreaterThan(12);
    for (const record of records) {
      expectIgnored(record, ["a_field_that_nobody_lists", "constructor"]);
    }
    const ticker = compileOperation(spot.getMarkets);
    expect(answered(ticker, '{"state":0,"result":[],"cmd":"marketAll","ver":"3","more":[1]}')).toEqual([]);
  });
});

function isRecord(value: unknown): value is schema.RecordShape {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "record";
}
