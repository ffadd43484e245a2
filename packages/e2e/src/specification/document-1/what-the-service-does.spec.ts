import { VenueError } from "@depthwire/core";
import { compileOperation, compileRecord, encodeRefusal } from "@depthwire/core/internal";
import { startSandbox } from "@depthwire/sandbox";
import * as schema from "@depthwire/schema/internal";
import { decodedValue } from "@depthwire/testkit";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Conversation } from "../conversation.spec-kit.js";
import { expectIgnored } from "../ignored.spec-kit.js";
import { answered, signedRequest, throughAnswer, thrownBy } from "../wire.spec-kit.js";

const { addressRoles, usdt } = schema;
const records = Object.values<unknown>({ ...schema }).filter(isRecord);
const resources = records.filter(({ spec }) => spec.startsWith("document 1, Resources"));
const signed = Object.values<unknown>({ ...usdt })
  .filter(isOperation)
  .filter(({ auth }) => auth === "signed-headers");

describe("addresses", () => {
  let sandbox: Awaited<ReturnType<typeof startSandbox>>;
  beforeAll(async () => {
    sandbox = await startSandbox({ pairs: 1 });
  });
  afterAll(() => sandbox.close());

  it("one serves the operations [d1/what-the-service-does/address/{base_url}]", async () => {
    expect(addressRoles.rest).toMatchObject({ placeholder: "{base_url}", path: undefined });
    const bases = new Set(signed.map(({ base }) => base));
    expect([...bases]).toEqual(["rest"]);
    const answer = await fetch(`${sandbox.restUrl}${usdt.getServerTime.path}`);
    expect(answer.status).toBe(200);
  });

  it("one, with the path /cbu, the prefix-byte protocol [d1/what-the-service-does/address/{ws_url}]", async () => {
    expect(addressRoles.prefixStream).toMatchObject({ placeholder: "{ws_url}", path: "/cbu" });
    expect(new URL(sandbox.pushUrl).pathname).toBe(addressRoles.prefixStream.path);
    const conversation = await Conversation.open(sandbox.pushUrl);
    conversation.say({ event: "addChannel", sub: `${sandbox.pairs[0]}_depth` });
    expect((await conversation.next()).json).toMatchObject({ topic: `${sandbox.pairs[0]}_depth`, t: 0 });
  });

  it("one, with the same path, the channel protocol [d1/what-the-service-does/address/{ws_url_channel}]", async () => {
    expect(addressRoles.channelStream).toMatchObject({ placeholder: "{ws_url_channel}", path: "/cbu" });
    expect(addressRoles.channelStream.path).toBe(new URL(sandbox.pushUrl).pathname);
  });

  it("one lists other domains [d1/what-the-service-does/address/{alt_domains_url}]", async () => {
    expect(addressRoles.alternateDomains.placeholder).toBe("{alt_domains_url}");
    expect(usdt.getAlternateDomains.base).toBe("alternateDomains");
    const answer = await fetch(`${sandbox.restUrl}${usdt.getAlternateDomains.path}`);
    const domains = answered(compileOperation(usdt.getAlternateDomains), await answer.text());
    expect(domains).toEqual([{ restUrl: sandbox.restUrl, pushUrl: sandbox.pushUrl }]);
  });
});

describe("conventions", () => {
  it("bodies are JSON and say so [d1/what-the-service-does/rule/1]", () => {
    expect(signed.length).toBeGreaterThan(15);
    for (const operation of signed) {
      const compiled = compileOperation(operation);
      for (const params of fc.sample(decodedValue(operation.params), { numRuns: 3, seed: 2 })) {
        const { method, headers, body = "" } = signedRequest(compiled, params);
        expect(method).toBe("POST");
        expect(headers["content-type"]).toBe("application/json");
        expect(typeof JSON.parse(body)).toBe("object");
      }
    }
  });

  it("decimals are texts on the wire [d1/what-the-service-does/rule/2]", () => {
    const ofDocument = [...resources, ...signed.map(({ params }) => params)];
    const decimals = ofDocument.flatMap((record) =>
      Object.values(record.fields).filter(({ shape }) => shape.kind === "decimal"),
    );
    expect(decimals.length).toBeGreaterThan(60);
    expect(decimals.filter(({ shape }) => shape.kind === "decimal" && shape.wire !== "text")).toEqual([]);
    const { wire } = throughAnswer(compileOperation(usdt.getDepth), {
      pair: "4BTC_USDT",
      updatedAtMs: 5,
      asks: [{ quantity: "1.50", price: "2" }],
      bids: [],
    });
    expect(wire["result"]).toMatchObject({ asks: [{ volume: "1.50", price: "2" }] });
  });

  it("times are integers in milliseconds, or ISO 8601 under createdAt and updatedAt [d1/what-the-service-does/rule/3]", () => {
    const times = resources.flatMap((record) =>
      Object.values(record.fields).flatMap(({ shape, wireKeys }) =>
        shape.kind === "time" ? [{ wire: shape.wire, isNamed: /^(created|updated)At$/.test(wireKeys[0] ?? "") }] : [],
      ),
    );
    expect(times.length).toBeGreaterThan(8);
    for (const { wire, isNamed } of times) {
      expect(wire).toBe(isNamed ? "iso-8601" : "milliseconds");
    }
    const { createdAtMs, ...rate } = compileRecord(schema.fundingRate).decode({
      pair: "4BTC_USDT",
      fund_rate: "0.0001",
      createdAt: "2021-12-10T08:02:51.584Z",
    });
    expect(createdAtMs).toBe(1_639_123_371_584);
    expect(compileRecord(schema.fundingRate).encode({ ...rate, createdAtMs })).toMatchObject({
      createdAt: "2021-12-10T08:02:51.584Z",
    });
  });

  it("state 0 comes with the result, any other with msg; cmd echoes [d1/what-the-service-does/rule/4]", () => {
    const assets = compileOperation(usdt.getAssets);
    expect(throughAnswer(assets, []).wire).toEqual({ state: 0, result: [], cmd: "assets" });
    const refusal = encodeRefusal(usdt.getAssets, 3024, "apikey authorization insufficient");
    expect(JSON.parse(refusal)).toEqual({ state: 3024, msg: "apikey authorization insufficient", cmd: "assets" });
    const error = thrownBy(() => answered(assets, refusal));
    expect(error).toBeInstanceOf(VenueError);
    expect(error.details).toMatchObject({ venueCode: 3024, published: "apikey authorization insufficient" });
    expect(thrownBy(() => answered(assets, '{"result":[]}')).details).toMatchObject({ path: "state" });
    for (const cmd of ['"other"', "7", "null"]) {
      expect(answered(assets, `{"state":0,"result":[],"cmd":${cmd}}`)).toEqual([]);
    }
  });

  it("an ignored field may hold anything, or be absent [d1/what-the-service-does/rule/5]", () => {
    const withIgnored = resources.filter(({ ignored }) => ignored.length > 0);
    expect(withIgnored.length).toBeGreaterThan(5);
    for (const record of withIgnored) {
      expectIgnored(record, record.ignored);
    }
  });
});

function isRecord(value: unknown): value is schema.RecordShape {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "record";
}

function isOperation(value: unknown): value is schema.OperationOf<schema.RecordShape, schema.Shape> {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "operation";
}
