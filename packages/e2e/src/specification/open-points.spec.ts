import { deflateSync } from "node:zlib";
import { Credential, defaultFrameLimits } from "@depthwire/core";
import {
  type ChannelServerMessage,
  commandEcho,
  compileOperation,
  compileRecord,
  createDepthChannel,
  createFrameBody,
  createSecretHmac,
  DepthSink,
  decodeChannelMessage,
  decodeFrame,
  decodePrefixMessage,
  decodeRequestSignature,
  encodeChannelLoginAcknowledgement,
  encodeLogin,
  encodeLogout,
  encodeUtf8,
  type PrefixData,
  parseExact,
  readDepth,
  verifyRequest,
  writeOrdered,
} from "@depthwire/core/internal";
import { startSandbox } from "@depthwire/sandbox";
import * as schema from "@depthwire/schema/internal";
import { createZlibInflate } from "@depthwire/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { Conversation } from "./conversation.spec-kit.js";
import { wireSamples } from "./ignored.spec-kit.js";
import { answered, received, sampleCredential, signedRequest, thrownBy } from "./wire.spec-kit.js";

const { coin, pushLimits, spot, usdt, wallet } = schema;
const pair = "4BTC_USDT";
const operations = [usdt, coin, spot, wallet].flatMap((family) => Object.values<unknown>(family)).filter(isOperation);
const records = Object.values<unknown>({ ...schema }).filter(isRecord);

/** Reads a depth message of protocol A into a sink; what it holds, or the code of the error. */
function depth(payload: object, sink: DepthSink = new DepthSink()): DepthSink | string {
  const text = JSON.stringify({ topic: `${pair}_depth`, t: 1, d: { pair, ut: 5, seq: 7, ...payload } });
  const bytes = encodeUtf8(text);
  const message = decodePrefixMessage(bytes, 0, bytes.length) as PrefixData;
  const scales = { priceScale: 15, quantityScale: 15 };
  try {
    readDepth(message, createDepthChannel(pair, scales, 0), sink);
    return sink;
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
}

describe("bounds of messages", () => {
  it("the largest push message: 256 KiB on the wire, 4 MiB inflated", () => {
    const { frameBytes, inflatedBytes } = pushLimits;
    expect([frameBytes.max, inflatedBytes.max]).toEqual([256 * 1024, 4 * 1024 * 1024]);
    const read = (frame: Uint8Array): unknown =>
      decodeFrame(frame, createZlibInflate(), defaultFrameLimits, createFrameBody());
    const plain = (length: number): Uint8Array => encodeUtf8(`0"${"x".repeat(length - 3)}"`);
    const packed = (length: number): Uint8Array => Uint8Array.of(0x31, ...deflateSync(`"${"x".repeat(length - 2)}"`));
    expect(() => read(plain(frameBytes.max))).not.toThrow();
    expect(thrownBy(() => read(plain(frameBytes.max + 1)))).toMatchObject({ details: { stage: "frame" } });
    expect(() => read(packed(inflatedBytes.max))).not.toThrow();
    expect(thrownBy(() => read(packed(inflatedBytes.max + 1)))).toMatchObject({ details: { stage: "inflated" } });
  });

  it("JSON is followed 32 levels deep", () => {
    const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
    expect(() => parseExact(nested(pushLimits.jsonDepth.max))).not.toThrow();
    expect(thrownBy(() => parseExact(nested(33)))).toMatchObject({ code: "json-too-deep", details: { limit: 32 } });
  });

  it("one list of a depth message has at most 4096 levels", () => {
    const list = (levels: number): object => ({ asks: Array.from({ length: levels }, () => ["1", "2"]) });
    const sink = new DepthSink();
    expect(sink.capacity).toBe(pushLimits.depthLevels.max);
    expect(depth({ add: list(4096) }, sink)).toBeInstanceOf(DepthSink);
    expect(depth({ add: list(4097) }, sink)).toBe("too-many-levels");
  });
});

describe("numbers of depth messages", () => {
  const ask = (quantity: string, price: string): object => ({ add: { asks: [[quantity, price]] } });

  it("have up to 38 digits: those of more than 15 decimals, or from 2^53 when scaled, take a slower path", () => {
    expect(depth(ask("0.000000000000001", "1"))).toMatchObject({ exact: undefined });
    expect(depth(ask("0.0000000000000001", "1"))).toMatchObject({ exact: { quantityScale: 16 } });
    expect(depth(ask("9.007199254740991", "1"))).toMatchObject({ exact: undefined });
    expect(depth(ask("9.007199254740992", "1"))).toMatchObject({ exact: { quantityScale: 15 } });
    expect(depth(ask("9".repeat(38), "1"))).toMatchObject({ exact: { quantityScale: 0 } });
    expect(depth(ask("9".repeat(39), "1"))).toBe("number-too-large");
  });

  it("reject the message when a price is negative", () => {
    expect(depth(ask("1", "-2"))).toBe("message-shape");
    expect(depth(ask("-1", "2"))).toBe("negative-quantity");
  });

  it("need a seq beside them in protocol A", () => {
    expect(depth({ ...ask("1", "2"), seq: undefined })).toBe("message-shape");
  });
});

describe("records", () => {
  it("take null for an optional value as its absence", () => {
    let fields = 0;
    for (const record of records) {
      const { decode } = compileRecord(record);
      for (const field of Object.values(record.fields)) {
        const [key = ""] = field.wireKeys;
        if (field.presence !== "optional" || field.shape.kind === "nullable" || field.shape.kind === "anything") {
          continue;
        }
        for (const { wire } of wireSamples(record).slice(0, 1)) {
          const { [key]: _gone, ...rest } = wire;
          if (Object.keys(rest).length === 0) {
            continue;
          }
          expect(decode({ ...rest, [key]: null }), `${record.name}.${key}`).toEqual(decode(rest));
          fields += 1;
        }
      }
    }
    expect(fields).toBeGreaterThan(20);
  });

  it("of a client order id may be several: uniqueness is not assumed", () => {
    const [sample] = wireSamples(schema.order);
    const twins = [sample?.wire, sample?.wire].map((wire, index) => ({ ...wire, oi: String(index), coi: "7" }));
    const operation = compileOperation(usdt.getOrdersByClientOrderId);
    const orders = answered(operation, writeOrdered({ state: 0, result: twins }));
    expect(orders.map(({ clientOrderId, orderId }) => [clientOrderId, orderId])).toEqual([
      ["7", "0"],
      ["7", "1"],
    ]);
  });

  it("of one fill have one kind of id, pushed or asked for", () => {
    expect(schema.pushedFill.fields.fillId.shape).toBe(schema.fillId);
    expect(schema.fill.fields.fillId.shape).toBe(schema.fillId);
  });

  it("of a history stay in the order in which they came", () => {
    const { decode } = compileRecord(schema.fillPage);
    const [sample] = wireSamples(schema.fill);
    const ids = ["5", "9", "1"];
    const page = decode({ count: 3, page: 1, items: ids.map((id) => ({ ...sample?.wire, id })) });
    expect(page.items.map(({ fillId }) => fillId)).toEqual(ids);
  });
});

describe("requests", () => {
  it("have pages of any size where no document bounds them", () => {
    const fills = compileOperation(usdt.listFills);
    expect(received(fills, '{"orderId":1,"page":1,"size":1000000}')).toMatchObject({ size: 1_000_000 });
    expect(schema.pageSize).toMatchObject({ min: 1, max: Number.MAX_SAFE_INTEGER });
  });

  it("may come twice within the tolerance: no signature is used up", () => {
    const { headers, body = "" } = signedRequest(compileOperation(usdt.getAssets), {});
    const secret = createSecretHmac("c708ac3e70d115ec29efbee197330627d7edf842");
    const judge = (): boolean =>
      verifyRequest(secret, decodeRequestSignature({ query: "", header: (name) => headers[name], body }, "svc"));
    expect([judge(), judge()]).toEqual([true, true]);
    expect(schema.requestLimits.timestampTolerance.assumed).toBe(30_000);
  });

  it("to move funds may be refused for want of free money, and for no reason of positions", () => {
    expect(usdt.transferFunds.codes).toContain(2027);
    expect(usdt.transferFunds.codes).not.toContain(3103);
    expect(usdt.transferFunds.repeat).toBe("never");
  });

  it("change margin by a signed amount: positive adds, negative takes out", () => {
    const adjust = compileOperation(usdt.adjustMargin);
    for (const margin of ["5", "-5"]) {
      const { body = "" } = signedRequest(adjust, { pair, margin, side: "long" });
      expect(body).toContain(`"margin":"${margin}"`);
      expect(received(adjust, body)).toMatchObject({ margin });
    }
    expect(usdt.adjustMargin.rules).toEqual([]);
  });
});

describe("answers", () => {
  it("echo as cmd the command, or the last word of the path", () => {
    const echo = (operation: schema.Operation): string => commandEcho(operation);
    expect(operations.filter(({ command }) => command !== undefined).every((one) => echo(one) === one.command)).toBe(
      true,
    );
    expect([usdt.placeOrder, usdt.adjustMargin, spot.getDepth].map(echo)).toEqual(["open", "changeMargin", "depth"]);
    expect([coin.listFills, coin.getFundingRates].map(echo)).toEqual(["bc/orderDetail", "bcFundRate"]);
  });

  it("that say nothing readable leave a call ambiguous when it must never be repeated", () => {
    for (const operation of operations) {
      const compiled = compileOperation(operation);
      for (const [text, status] of [
        ["<html>", 502],
        ["", 200],
        ['{"state":2040,"msg":"m"}', 503],
      ] as const) {
        const error = thrownBy(() => answered(compiled, text, { status }));
        expect(error.ambiguous, `${operation.name} ${text}`).toBe(operation.repeat === "never");
        if (error.ambiguous) {
          expect(error.retryable).toBe(false);
        }
      }
    }
  });

  it("fail in either form, whatever the operation", () => {
    for (const operation of operations) {
      for (const text of ['{"state":3012,"msg":"m"}', '{"error":{"code":"3012","msg":"m"}}']) {
        expect(thrownBy(() => answered(compileOperation(operation), text))).toMatchObject({ venueCode: 3012 });
      }
    }
    expect(operations).toHaveLength(53);
  });
});

describe("push connections", () => {
  it("a login sends exactly apikey, sign and sub", () => {
    expect(Object.keys(JSON.parse(encodeLogin(sampleCredential)) as object)).toEqual(["apikey", "sign", "sub"]);
  });

  it("protocol B answers a login with protocol A's result", () => {
    const text = encodeChannelLoginAcknowledgement("svc_sub_spot_ALL_ALL_login", "done");
    expect(JSON.parse(text)).toMatchObject([{ channel: "svc_sub_spot_ALL_ALL_login", data: { result: "done" } }]);
    expect(heardOverB(text)).toEqual([{ kind: "login-acknowledgement", result: "done" }]);
  });

  it("protocol B's payload is base64 exactly when it is a text, whatever binary says", () => {
    const data = deflateSync("[1]").toString("base64");
    for (const binary of [0, 1, "0", "1"]) {
      const entry = { channel: "c", binary, data_type: 0 };
      expect(heardOverB(JSON.stringify([{ ...entry, data }]))).toMatchObject([{ payload: [1] }]);
      expect(heardOverB(JSON.stringify([{ ...entry, data: [1] }]))).toMatchObject([{ payload: [1] }]);
    }
  });

  it("refuse with 3009 an illegal channel, with 3017 an illegal event, with 3010 what is no message or one too many; the login is none of the 20", async () => {
    expect(schema.pushCodes).toEqual(expect.arrayContaining([3009, 3010, 3017]));
    const sandbox = await startSandbox({ pairs: 21, depthIntervalMs: 1_000 });
    onTestFinished(() => sandbox.close());
    const conversation = await Conversation.open(sandbox.pushUrl);
    const refusal = async (): Promise<unknown> => {
      const { json } = await conversation.next((message) => "error" in message);
      return (json["error"] as { readonly code: unknown }).code;
    };
    conversation.say({ sub: "4NONE_USDT_depth" });
    expect(await refusal()).toBe("3009");
    conversation.say({ event: "removeAll", sub: `${pair}_depth` });
    expect(await refusal()).toBe("3017");
    for (const name of sandbox.pairs.slice(0, 20)) {
      conversation.say({ sub: `${name}_depth` });
    }
    const { apiKey, apiSecret } = sandbox.credential;
    conversation.say(JSON.parse(encodeLogin(new Credential({ apiKey, apiSecret }))) as object);
    const acknowledgement = await conversation.next(({ topic }) => topic === "ALL_ALL_login");
    expect(acknowledgement.json).toMatchObject({ d: { result: expect.any(String) } });
    conversation.say({ sub: `${sandbox.pairs[20]}_depth` });
    expect(await refusal()).toBe("3010");
  });

  it("give the private stream back by its own key, without an answer", async () => {
    const sandbox = await startSandbox({ pairs: 1 });
    onTestFinished(() => sandbox.close());
    const { apiKey, apiSecret } = sandbox.credential;
    const credential = new Credential({ apiKey, apiSecret });
    const conversation = await Conversation.open(sandbox.pushUrl);
    const say = (text: string): void => conversation.say(JSON.parse(text) as object);
    say(encodeLogout(credential));
    expect((await conversation.next()).json).toMatchObject({ error: { code: "3012" } });
    say(encodeLogin(credential));
    expect((await conversation.next()).json).toMatchObject({ topic: "ALL_ALL_login" });
    // The account as it is follows: assets, positions, orders.
    for (const _ of [1, 2, 3]) {
      expect((await conversation.next()).json).toMatchObject({ topic: "ALL_ALL_login", t: 0 });
    }
    say(encodeLogout(credential));
    conversation.say({ ping: 9 });
    expect((await conversation.next()).json).toEqual({ pong: 9 });
  });
});

function heardOverB(text: string): readonly ChannelServerMessage[] {
  return decodeChannelMessage(encodeUtf8(text), createZlibInflate(), defaultFrameLimits);
}

function isRecord(value: unknown): value is schema.RecordShape {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "record";
}

function isOperation(value: unknown): value is schema.OperationOf<schema.RecordShape, schema.Shape> {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "operation";
}
