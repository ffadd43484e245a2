import { Credential, type HttpRequest } from "@depthwire/core";
import {
  type CompiledOperation,
  compileOperation,
  encodeBatchRequest,
  encodePublicRequest,
  encodeSignedRequest,
} from "@depthwire/core/internal";
import type { Operation } from "@depthwire/schema";
import type { Decoding, OperationOf, RecordShape, Shape } from "@depthwire/schema/internal";
import type { OperationVector } from "@depthwire/testkit";
import type { FamilyOperation } from "../api-docs/operations.js";

type Something = NonNullable<unknown>;

/** An operation with the parameters of its page's examples, and what a client sends for them. */
export interface ExampleCall {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, unknown>>;
  /** Path and query. */
  readonly target: string;
  /** JSON of a signed request; of a batch query the text of its commands. */
  readonly body: string;
}

/**
 * Parameters that work at the market where a sandbox begins (Bitcoin at 47,741.6), where those of the vectors, which are the
 * documents', would not: the venue refuses prices that are far from the market, and what the demo account cannot pay.
 */
const ownParams: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "usdt.placeOrder": {
    pair: "4BTC_USDT",
    quantity: "0.001",
    side: "open-long",
    type: "limit",
    price: "45000",
    attachedOrderType: "market",
    takeProfitTriggerPrice: "52000",
    stopLossTriggerPrice: "43000",
  },
  "usdt.placePlanOrder": {
    pair: "4BTC_USDT",
    price: "52000.5",
    triggerPrice: "52000",
    quantity: "0.001",
    side: "long",
    plan: "take-profit",
    type: "limit",
  },
  "usdt.adjustMargin": { pair: "4BTC_USDT", margin: "5", side: "long" },
  "usdt.setModeAndLeverage": { pair: "4BTC_USDT", mode: "fixed", longLeverage: 10, shortLeverage: 5 },
  "wallet.withdraw": { coin: "BTC", address: "3QJmV3qfvL9SuYo34YihAf3sRCW3qSinyC", amount: "0.01" },
};

/** What examples send: nobody sees the signature. */
const signing = {
  credential: new Credential({ apiKey: "key", apiSecret: "secret" }),
  timestampMs: 0,
  serviceName: "svc",
};

/** The call that an operation's examples make: with the parameters of a vector, unless they need others. */
export function exampleCall({ family, operation }: FamilyOperation, vector: OperationVector): ExampleCall {
  const params = ownParams[`${family}.${operation.name}`] ?? (vector.params as Readonly<Record<string, unknown>>);
  const { target, body = "{}" } = requestOf(operation, params);
  const isBatch = operation.auth === "signed-form";
  return { operation, params, target, body: isBatch ? (new URLSearchParams(body).get("cmds") ?? "[]") : body };
}

function requestOf(operation: Operation, params: Something): HttpRequest {
  const compiled = compiledOf(operation);
  switch (operation.auth) {
    case "none":
      return encodePublicRequest(compiled, params);
    case "signed-headers":
      return encodeSignedRequest(compiled, params, signing);
    case "signed-form":
      return encodeBatchRequest(compiled, params, signing.credential, 1);
  }
}

/** An operation with its codecs, of whatever parameters and result. */
export function compiledOf(operation: Operation): CompiledOperation<Something, Something> {
  return compileOperation(operation as OperationOf<Decoding<RecordShape, Something>, Decoding<Shape, Something>>);
}
