import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { pair, setScene } from "../scene.spec-kit.js";
import { maxBodyBytes, readBody } from "./read-body.js";

it.each([
  ["/orders", 400],
  ["/v3/cbu/order/open", 200],
])("a byte-order mark before the JSON is none of it: %s refuses it, and nothing is sent", async (path, status) => {
  const { accelerator, sandbox } = await setScene();
  sandbox.faults.add({ kind: "refusal", code: 2021, path: "/v3/cbu/order/open" });
  const order = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000" };
  const wire = { pair, amount: "0.01", order_side: 1, order_type: 2, price: "20000", order_from: 6 };
  const body = `\uFEFF${JSON.stringify(path === "/orders" ? order : wire)}`;
  const headers = { "content-type": "application/json" };
  const told = await fetch(`${accelerator.url}${path}`, { method: "POST", headers, body });
  expect(told.status).toBe(status);
  expect(await told.json()).toMatchObject(status === 400 ? { error: { code: "value-invalid" } } : { state: 3000 });
  expect(sandbox.faults.pending()).toHaveLength(1);
});

describe("a body", () => {
  const request = (headers: object = {}) => Object.assign(new PassThrough(), { headers });
  const read = (from: PassThrough): Promise<string> => readBody(from as unknown as IncomingMessage);
  const refused = (status: number, code: string, message: RegExp) => ({
    refusal: { status, code, message: expect.stringMatching(message) },
  });
  const tooLong = refused(413, "body-too-large", /^The body is longer than 65536 bytes: send less at once$/);

  it("is the text of all that came, letters that were cut through too", async () => {
    const parts = request();
    const text = read(parts);
    const bytes = Buffer.from('{"a":"\u00e9"}');
    parts.write(bytes.subarray(0, 7));
    parts.end(bytes.subarray(7));
    expect(await text).toBe('{"a":"\u00e9"}');
    const none = request();
    const empty = read(none);
    none.end();
    expect(await empty).toBe("");
  });

  it("that is too long is refused, as soon as that is known", async () => {
    const announced = request({ "content-length": String(maxBodyBytes + 1) });
    await expect(read(announced)).rejects.toMatchObject(tooLong);
    const longer = request({ "content-length": "7" });
    const text = read(longer);
    longer.write(Buffer.alloc(maxBodyBytes, "x"));
    longer.write("x");
    await expect(text).rejects.toMatchObject(tooLong);
    expect(longer.isPaused()).toBe(true);
    const fits = request({ "content-length": String(maxBodyBytes) });
    const whole = read(fits);
    fits.end(Buffer.alloc(maxBodyBytes, "x"));
    expect(await whole).toHaveLength(maxBodyBytes);
  });

  it("that is not UTF-8 is refused, and of one whose client went away nothing is known", async () => {
    const wrong = request();
    const text = read(wrong);
    wrong.end(Buffer.of(0x22, 0xff, 0x22));
    await expect(text).rejects.toMatchObject(refused(400, "value-invalid", /^The body is not UTF-8$/));
    const gone = request();
    const part = read(gone);
    gone.write("{");
    gone.destroy();
    await expect(part).rejects.toThrow("the client went away");
    const broken = request();
    const failed = read(broken);
    broken.destroy(new Error("reset"));
    await expect(failed).rejects.toThrow("reset");
  });
});
