import { compileRecord, writeOrdered } from "@depthwire/core/internal";
import { decodedValue } from "@depthwire/testkit";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import { startSandbox } from "../sandbox.js";
import { startMs } from "../spec-support/rest-door.js";
import { RestKit } from "../spec-support/rest-kit.js";
import { operationTable } from "./handlers.js";
import { findMissing, findWrongForm } from "./wire-form.js";

const signed = operationTable.filter(({ handler }) => handler.operation.auth === "signed-headers");
const forms = operationTable.filter(({ handler }) => handler.operation.auth === "signed-form");
const open = operationTable.filter(({ handler }) => handler.operation.auth === "none");

const pairs = fc.constantFrom("4BTC_USDT", "5BTC_USD", "BTC_USDT", "4NONE_USDT", "", "x");
const texts = fc.oneof(
  pairs,
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom("0.01", "45000", "-1", "1e9", "9".repeat(60)),
);
const scalars = fc.oneof(
  texts,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);

/** JSON with the operation's own keys and whatever under them. */
function anyParams(keys: readonly string[]): fc.Arbitrary<unknown> {
  const value = fc.oneof(
    { weight: 5, arbitrary: scalars },
    { weight: 1, arbitrary: fc.array(scalars, { maxLength: 5 }) },
  );
  return fc.record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: [] });
}

const garbage = fc.oneof(fc.json(), fc.string({ unit: "binary", maxLength: 60 }), fc.uint8Array({ maxLength: 60 }));

describe("the door", () => {
  let kit: RestKit;

  beforeAll(async () => {
    const clock = new VirtualClock(startMs);
    const options = { pairs: ["4BTC_USDT", "5BTC_USD", "BTC_USDT"], requestsPerWindow: 0, clock } as const;
    const sandbox = await startSandbox({ ...options, wireForms: "tolerant" });
    kit = new RestKit(sandbox, sandbox.credential, () => clock.epochMs());
    return () => sandbox.close();
  });

  // The kit throws for any HTTP status but 200.
  it("never fails, whatever comes as a signed body", async () => {
    const request = fc.constantFrom(...signed).chain((operation) => {
      const { params } = operation.handler.operation;
      const keys = Object.values(params.fields).flatMap(({ wireKeys }) => wireKeys);
      const sound = decodedValue(params).map((value) => writeOrdered(compileRecord(params).encode(value as never)));
      const near = anyParams(keys).map((value) => JSON.stringify(value));
      return fc.tuple(fc.constant(operation), fc.oneof(sound, near, garbage));
    });
    const check = fc.asyncProperty(request, async ([{ paths }, body]) => {
      const answer = await kit.post(paths[0] ?? "", body);
      expect(answer.state).toEqual(expect.any(Number));
    });
    await fc.assert(check, { numRuns: 600 });
  });

  it("never fails, whatever comes as a form or a query", async () => {
    const commands = forms.map(({ handler }) => handler.operation.command ?? "");
    const command = fc.record(
      {
        cmd: fc.oneof(fc.constantFrom(...commands), texts),
        body: anyParams(["pair", "page", "size", "orderId", "status", "orderIds"]),
        index: scalars,
      },
      { requiredKeys: [] },
    );
    const form = fc.oneof(
      fc.array(command, { maxLength: 3 }).map((list) => JSON.stringify(list)),
      fc.json(),
      texts,
    );
    await fc.assert(
      fc.asyncProperty(form, async (text) => void (await kit.form(text))),
      { numRuns: 200 },
    );
    const query = fc.tuple(
      fc.constantFrom(...open),
      fc.array(fc.tuple(fc.constantFrom("pair", "size", "period", "cmd"), texts), { maxLength: 4 }),
    );
    const check = fc.asyncProperty(query, async ([{ paths }, fields]) => {
      const search = fields
        .map(([key, value]) => `${key}=${encodeURIComponent(Buffer.from(value).toString("utf8"))}`)
        .join("&");
      await kit.get(`${paths[0]}?${search}`);
    });
    await fc.assert(check, { numRuns: 300 });
  });
});

describe("the documents' forms", () => {
  it("are what core writes, for every operation with a body", () => {
    for (const { name, handler } of [...signed, ...forms]) {
      const { params } = handler.operation;
      const codec = compileRecord(params);
      fc.assert(
        fc.property(decodedValue(params), (value) => {
          const wire: unknown = codec.encode(value as never);
          const isEmpty = Object.values(wire as object).includes("");
          expect([name, findWrongForm(params, wire)]).toEqual([name, undefined]);
          if (!isEmpty) {
            expect([name, findMissing(params, wire)]).toEqual([name, undefined]);
          }
        }),
        { numRuns: 30 },
      );
    }
  });
});
