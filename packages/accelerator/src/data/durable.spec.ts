import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Credential } from "@depthwire/core";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Accelerator, openAccelerator } from "../accelerator.js";
import { askAt, pair, type Told } from "../scene.spec-kit.js";

const order = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000" };
const market = { pair, side: "open-long", type: "market", quantity: "0.01" };

interface Heard {
  readonly id?: string;
  readonly event: string;
  readonly data: Record<string, unknown> & { readonly order?: { readonly orderId: string; readonly status: string } };
}

let sandbox: Sandbox;
let parent = "";

beforeAll(async () => {
  sandbox = await startSandbox({ pairs: [pair], seed: 7, requestsPerWindow: 0 });
  parent = await mkdtemp(join(tmpdir(), "depthwire-accelerator-kept-"));
  return async () => {
    await sandbox.close();
    await rm(parent, { recursive: true });
  };
});

let directories = 0;
const newDirectory = (): string => join(parent, `account-${++directories}`);

async function open(directory: string): Promise<Accelerator> {
  const accelerator = await openAccelerator({
    venue: { addresses: [sandbox.pushUrl], restAddress: sandbox.restUrl },
    port: 0,
    credential: new Credential(sandbox.credential),
    data: { directory },
    trader: { outcomes: { toleranceMs: 1_000, marginMs: 0 } },
  });
  onTestFinished(() => accelerator.close());
  return accelerator;
}

const place = (accelerator: Accelerator, key: string, body: object): Promise<Told> =>
  askAt(accelerator.url, "/orders", { body, headers: { "idempotency-key": key } });

/** Listens until an event fits. @returns all that was heard */
async function hear(accelerator: Accelerator, lastEventId: string, fits: (heard: Heard) => boolean): Promise<Heard[]> {
  const end = new AbortController();
  const headers = { accept: "application/x-ndjson", "last-event-id": lastEventId };
  const response = await fetch(`${accelerator.url}/events`, { headers, signal: end.signal });
  const heard: Heard[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    heard.push(...lines.map((line) => JSON.parse(line) as Heard));
    if (heard.some(fits)) {
      break;
    }
  }
  end.abort();
  return heard;
}

const numberOf = ({ id = "" }: Heard): number => Number(id.slice(id.lastIndexOf("-") + 1));

describe("with data", () => {
  it("answers repeats, events and trades go on over a restart", async () => {
    const directory = newDirectory();
    const first = await open(directory);
    const placed = await place(first, "one", order);
    const traded = await place(first, "two", market);
    expect([placed.status, traded.status]).toEqual([200, 200]);
    const before = await hear(first, "none-0", ({ event }) => event === "fill");
    const last = before.filter(({ id }) => id !== undefined).at(-1) as Heard;
    await first.close();

    const second = await open(directory);
    // The same answer to the letter, before anything else is known.
    const again = await place(second, "one", order);
    expect(again.headers.get("x-depthwire-repeated")).toBe("true");
    expect(again.body).toEqual(placed.body);
    expect((await place(second, "two", market)).body).toEqual(traded.body);
    expect(await place(second, "one", market)).toMatchObject({ status: 409, body: { error: { code: "key-reused" } } });
    const orderIds = [placed, traded].map(({ body }) => body["orderId"]);
    expect((await askAt(second.url, "/fills")).body).toMatchObject({ fills: [{ orderId: orderIds[1] }] });
    // Whoever resumes hears on, under numbers that rise, of nothing twice and of no gap.
    const third = await place(second, "three", order);
    const isThird = ({ data }: Heard): boolean => data.order?.orderId === third.body["orderId"];
    const after = await hear(second, last.id ?? "", isThird);
    const told = after.filter(({ id }) => id !== undefined);
    expect(told.map(numberOf)).toEqual(told.map((_, index) => numberOf(last) + 1 + index));
    // That the account was not listened to meanwhile is told; that a listener missed something would have another reason.
    expect(after.flatMap(({ event, data }) => (event === "gap" ? data["reason"] : []))).toEqual(["disconnected"]);
    const whole = [...before, ...after];
    expect(whole.filter(({ event }) => event === "fill").length).toBe(1);
    // An order appears once; whatever else is told of it names what was known before.
    const appeared = whole.flatMap(({ data: { order: one, previous } }) => (previous === undefined ? (one ?? []) : []));
    expect(appeared.map(({ orderId }) => orderId)).toEqual([...orderIds, third.body["orderId"]]);
    // Both starts' events from the first on, as the store has them.
    const all = await hear(second, (last.id ?? "").replace(/-\d+$/, "-0"), isThird);
    expect(all.filter(({ event }) => event === "fill").length).toBe(1);
  });

  it("has no two processes in one directory", async () => {
    const directory = newDirectory();
    await open(directory);
    await expect(open(directory)).rejects.toMatchObject({ code: "store-locked" });
  });

  it("sends no order that it cannot keep, says so, and goes on reading", async () => {
    const accelerator = await open(newDirectory());
    expect((await place(accelerator, "one", order)).status).toBe(200);
    await expect.poll(async () => (await askAt(accelerator.url, "/health")).status).toBe(200);
    expect(accelerator.data?.failure).toBeUndefined();
    await accelerator.data?.close();
    const refused = await place(accelerator, "two", order);
    expect(refused).toMatchObject({ status: 503, body: { error: { code: "not-kept" } } });
    expect((await askAt(accelerator.url, "/orders")).status).toBe(200);
    const { status, body } = await askAt(accelerator.url, "/health");
    expect({ status, body }).toMatchObject({ status: 503, body: { notReady: [{ what: "data" }] } });
    const [one] = (await askAt(accelerator.url, "/orders")).body["orders"] as { orderId: string }[];
    expect((await askAt(accelerator.url, `/orders/${one?.orderId}`, { method: "DELETE" })).status).toBe(200);
  });
});
