import { describe, expect, it } from "vitest";
import { errorCodes } from "./error-codes.js";
import { LeaseError } from "./lease-error.js";
import { OrderOutcomeUnknown } from "./order-outcome-unknown.js";
import { ProtocolError } from "./protocol-error.js";
import { StoreError } from "./store-error.js";
import { TransportError } from "./transport-error.js";
import { ValidationError } from "./validation-error.js";
import { VenueError } from "./venue-error.js";

describe("errors", () => {
  it("carry their code, their details and a message made from the table", () => {
    const error = new ProtocolError("frame-too-large", { limit: 10, stage: "frame" });
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("ProtocolError");
    expect(error.code).toBe("frame-too-large");
    expect(error.details.limit).toBe(10);
    expect(error.message).toBe('The frame is larger than the limit (frame-too-large: limit 10, stage "frame")');
    expect(new TransportError("closed", {}).message).toBe("The object is closed (closed)");
  });

  it("take retryable and ambiguous from the table, or from the call that knows better", () => {
    expect(new TransportError("timed-out", { afterMs: 5 })).toMatchObject({ retryable: true, ambiguous: false });
    expect(new TransportError("timed-out", { afterMs: 5 }, { ambiguous: true, retryable: false })).toMatchObject({
      retryable: false,
      ambiguous: true,
    });
  });

  it("turn into JSON without stack and cause", () => {
    const cause = new Error("inner words");
    const error = new ValidationError("option-invalid", { option: "shards", rule: "at least 0" }, { cause });
    expect(error.cause).toBe(cause);
    const json = JSON.stringify(error);
    expect(JSON.parse(json)).toEqual({
      name: "ValidationError",
      code: "option-invalid",
      message: error.message,
      retryable: false,
      ambiguous: false,
      details: { option: "shards", rule: "at least 0" },
    });
    expect(json).not.toContain("inner words");
  });

  it("name the operation, from the details or from the call that knows it", () => {
    expect(new VenueError({ venueCode: 3025, published: "x", operation: "getOrder" }).operation).toBe("getOrder");
    const lost = new TransportError("timed-out", { afterMs: 5 }, { operation: "getOrder" });
    expect(JSON.parse(JSON.stringify(lost))).toMatchObject({ operation: "getOrder", details: { afterMs: 5 } });
    expect(new TransportError("closed", {}).operation).toBeUndefined();
  });

  it("say of a call that was cut off what to look for", () => {
    const unknown = new OrderOutcomeUnknown({ operation: "placeOrder", signedAtMs: 7, clientOrderId: "12" });
    expect(unknown).toMatchObject({ ambiguous: true, retryable: false, operation: "placeOrder" });
    expect(unknown.details.clientOrderId).toBe("12");
  });

  it("carry no long text of a peer", () => {
    const error = new ProtocolError("unknown-channel", { channel: "x".repeat(100_000) });
    expect(error.details.channel).toHaveLength(201);
    expect(error.message.length).toBeLessThan(400);
  });

  it("hold the venue's own number", () => {
    expect(new VenueError({ venueCode: 3025, published: "x" }).venueCode).toBe(3025);
  });

  it.each([
    ["ProtocolError", ProtocolError],
    ["TransportError", TransportError],
    ["ValidationError", ValidationError],
    ["StoreError", StoreError],
    ["LeaseError", LeaseError],
  ] as const)("of class %s say its name, and of each of their codes a sentence of its own", (name, Class) => {
    const entries = Object.entries(errorCodes).filter(([, { kind }]) => name.toLowerCase() === `${kind}error`);
    expect(entries.length).toBeGreaterThan(0);
    for (const [code, { sentence, retryable, ambiguous }] of entries) {
      const error = new (Class as new (code: string, details: object) => Error)(code, {});
      expect(error).toMatchObject({ name, code, retryable, ambiguous });
      expect(error.message).toContain(sentence);
    }
  });

  it("have a complete table", () => {
    const kinds = new Set(Object.values(errorCodes).map(({ kind }) => `${kind}`));
    expect([...kinds].sort()).toEqual([
      "lease",
      "outcome",
      "protocol",
      "recording",
      "relay",
      "snapshot",
      "store",
      "transport",
      "validation",
      "venue",
    ]);
    for (const [code, entry] of Object.entries(errorCodes)) {
      expect(code).toMatch(/^[a-z]+(-[a-z0-9]+)*$/);
      expect(entry.sentence.length).toBeGreaterThan(10);
      expect(entry.sentence).not.toMatch(/\.$/);
      expect(entry.remedy).toMatch(/\.$/);
    }
  });
});

it("a refusal says what its code means, where the published text is another code's", () => {
  const { message, entry } = new VenueError({ venueCode: 3016, published: "Invalid apikey", operation: "getDepth" });
  expect(message).toBe(
    'The venue refused the request: trading pair error (venue-refused: venueCode 3016, published "Invalid apikey", operation "getDepth")',
  );
  expect(entry?.meaning).toBe("trading pair error");
});
