import { Credential } from "@depthwire/core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EngineOnWire } from "../spec-kit/engine-on-wire.spec-kit.js";

const pair = "4BTC_USDT";
let scene: EngineOnWire;

afterEach(() => scene.engine.close());

describe("requests", () => {
  beforeEach(() => {
    scene = new EngineOnWire();
  });

  test.each([
    ["pair", () => scene.engine.deals("btc"), "value-invalid"],
    ["period", () => scene.engine.klines(pair, "3min"), "value-invalid"],
    ["history", () => scene.engine.klines(pair, "1min", { history: 1_000 }), "option-invalid"],
    ["limit", () => scene.engine.klines(pair, "1min", { history: 10, limit: 10 }), "option-invalid"],
    ["limit of deals", () => scene.engine.deals(pair, { limit: 0 }), "option-invalid"],
    ["signal", () => scene.engine.ticker(pair, { signal: AbortSignal.abort() }), "aborted"],
    ["unknown option, book", () => scene.engine.book(pair, { level: 5 } as object), "option-invalid"],
    ["unknown option, states", () => scene.engine.book(pair, { every: true, levles: 5 } as never), "option-invalid"],
    ["unknown option, deals", () => scene.engine.deals(pair, { limits: 5 } as object), "option-invalid"],
    ["unknown option, candles", () => scene.engine.klines(pair, "1min", { size: 5 } as object), "option-invalid"],
    ["history without a source", () => scene.engine.tagPriceKlines(pair, { history: 5 } as object), "option-invalid"],
    ["unknown option, ticker", () => scene.engine.ticker(pair, { limit: 5 } as object), "option-invalid"],
    [
      "unknown option, login",
      () => scene.engine.login(new Credential({ apiKey: "key", apiSecret: "secret" }), { recover: {} } as object),
      "option-invalid",
    ],
  ])("are refused for their %s, and leave nothing", async (_, request, code) => {
    expect(request).toThrow(expect.objectContaining({ code }));
    await scene.settle();
    expect(scene.network.sockets).toEqual([]);
  });
});
