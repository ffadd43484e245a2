import { expect, it } from "vitest";
import { fakeAccelerator, refusal } from "../spec-support/fake-accelerator.js";
import { ask } from "./api.js";

const noAnswer = { kind: "no-answer", words: "The accelerator did not answer" };

it("what is read is asked for without a body", async () => {
  const asked = fakeAccelerator(() => ({ n: 1 }));
  expect(await ask("/queue")).toEqual({ kind: "done", value: { n: 1 }, ageMs: undefined });
  expect(asked).toEqual([{ what: "GET /queue", body: undefined, headers: { accept: "application/json" } }]);
});

it("what is changed is sent as JSON, with the key that makes a repeat harmless", async () => {
  const asked = fakeAccelerator(() => ({}));
  await ask("/orders", { method: "POST", body: { pair: "A" }, onceKey: "k-1" });
  await ask("/halt", { method: "DELETE" });
  const headers = { accept: "application/json", "content-type": "application/json" };
  expect(asked).toEqual([
    { what: "POST /orders", body: { pair: "A" }, headers: { ...headers, "idempotency-key": "k-1" } },
    { what: "DELETE /halt", body: {}, headers },
  ]);
});

it("how old an answer is stands in its header", async () => {
  fakeAccelerator(() => Response.json({}, { headers: { "x-depthwire-age-ms": "1500" } }));
  expect(await ask("/account")).toEqual({ kind: "done", value: {}, ageMs: 1_500 });
});

it("a refusal is told in the words of whoever refused", async () => {
  fakeAccelerator(() => refusal(409, "halted", "Trading is halted"));
  expect(await ask("/orders", { method: "POST" })).toEqual({
    kind: "refused",
    status: 409,
    code: "halted",
    words: "Trading is halted",
  });
  fakeAccelerator(() => Response.json({ msg: "no such pair" }, { status: 400 }));
  expect(await ask("/x")).toEqual({ kind: "refused", status: 400, code: "", words: "no such pair" });
  fakeAccelerator(() => Response.json({}, { status: 503 }));
  expect(await ask("/x")).toMatchObject({ code: "", words: "The accelerator answered 503" });
});

it("who does not answer, or not in JSON, has not answered", async () => {
  fakeAccelerator(() => undefined);
  expect(await ask("/orders", { method: "POST" })).toEqual(noAnswer);
  fakeAccelerator(() => new Response("<html>", { status: 200 }));
  expect(await ask("/orders", { method: "POST" })).toEqual(noAnswer);
});
