import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { pair, type Scene, setScene } from "../scene.spec-kit.js";
import { EventLog } from "./event-log.js";

interface Heard {
  readonly id?: string;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

const order = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000" };

/** The body's text as it comes. */
async function* textOf({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    yield decoder.decode(part, { stream: true });
  }
}

/** Lines of JSON as they come. */
async function* lines(scene: Scene, query = "", headers: Record<string, string> = {}): AsyncGenerator<Heard> {
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const response = await fetch(`${scene.accelerator.url}/events${query}`, {
    headers: { accept: "application/x-ndjson", ...headers },
    signal: end.signal,
  });
  let rest = "";
  for await (const part of textOf(response)) {
    const all = (rest + part).split("\n");
    rest = all.pop() ?? "";
    yield* all.map((line) => JSON.parse(line) as Heard);
  }
}

/** The first item of a kind. */
async function first(
  items: AsyncGenerator<Heard>,
  kind: string,
  fits: (heard: Heard) => boolean = () => true,
): Promise<Heard> {
  for (;;) {
    const { value, done } = await items.next();
    if (done === true) {
      throw new RangeError(`no ${kind} came`);
    }
    if (value.event === kind && fits(value)) {
      return value;
    }
  }
}

it("tells books and what happens to the account, as lines of JSON", async () => {
  const scene = await setScene({ pairs: [pair] });
  await scene.ask("/orders");
  const items = lines(scene, `?pairs=${pair}&levels=2`);
  const hello = await first(items, "hello");
  // It is no event: it says where events begin, under no id of its own.
  expect(hello.id).toBeUndefined();
  expect(hello.data).toMatchObject({ after: expect.stringMatching(/^\w+-\d+$/) });
  const book = await first(items, "book");
  expect(book.id).toBeUndefined();
  expect(book.data).toMatchObject({ pair, status: "live", bids: [{}, {}] });
  const { body } = await scene.ask("/orders", { body: order });
  expect((await first(items, "order")).data).toMatchObject({ order: { orderId: body["orderId"], status: "open" } });
  await scene.ask("/halt", { body: { reason: "news" } });
  expect((await first(items, "halted")).data).toMatchObject({ halt: { reason: "news" } });
});

it("tells each change of a book to whoever asks for no time between them", async () => {
  const scene = await setScene({ pairs: [pair] }, { seed: 7 });
  const items = lines(scene, `?pairs=${pair}&levels=200&every-ms=0`);
  const { data } = await first(items, "book");
  // A price of its own, far from the market: the change is this order's.
  const price = Math.floor(Number((data["bids"] as readonly { price: string }[]).at(-1)?.price) * 0.99).toString();
  await scene.ask("/orders", { body: { ...order, price } });
  const hasPrice = ({ data: { bids } }: Heard): boolean =>
    (bids as readonly { price: string }[]).some((level) => Number(level.price) === Number(price));
  expect((await first(items, "book", hasPrice)).data).toMatchObject({ pair, status: "live" });
  expect(await scene.ask(`/events?pairs=${pair}&every-ms=-1`)).toMatchObject({ status: 400 });
});

it("goes on where a listener left, without a loss and without a repetition", async () => {
  const scene = await setScene();
  await scene.ask("/orders");
  const before = lines(scene);
  await first(before, "hello");
  const one = (await scene.ask("/orders", { body: order })).body["orderId"] as string;
  const left = await first(before, "order", ({ data }) => (data["order"] as { orderId: string }).orderId === one);
  await before.return(undefined);
  const two = (await scene.ask("/orders", { body: order })).body["orderId"] as string;
  const after = lines(scene, "", { "last-event-id": left.id ?? "" });
  const seen: unknown[] = [];
  await first(after, "order", ({ data }) => {
    seen.push((data["order"] as { orderId: string }).orderId);
    return seen.at(-1) === two;
  });
  expect(seen).not.toContain(one);
});

it("tells a listener of another run that he missed something", async () => {
  const scene = await setScene();
  const items = lines(scene, "", { "last-event-id": "other-17" });
  expect((await first(items, "gap")).data).toEqual({ reason: "another-run" });
});

it("speaks the form of server-sent events", async () => {
  const { accelerator } = await setScene({ pairs: [pair] });
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const response = await fetch(`${accelerator.url}/events?pairs=${pair}&levels=1`, { signal: end.signal });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  let text = "";
  for await (const part of textOf(response)) {
    text += part;
    if (/event: book\ndata: \{.*\}\n\n/.test(text)) {
      break;
    }
  }
  expect(text).toMatch(/^id: \w+-\d+\n\nevent: hello\ndata: \{.*\}\n\n/);
});

it("speaks over a WebSocket, behind the same door", async () => {
  const token = "a-token-that-nobody-guesses";
  const { accelerator } = await setScene({ pairs: [pair], token });
  const address = `${accelerator.url.replace("http", "ws")}/events?pairs=${pair}`;
  const stranger = new WebSocket(address);
  const [refused] = await once(stranger, "error");
  expect(String(refused)).toContain("401");
  const page = new WebSocket(address, { headers: { "x-depthwire-token": token, origin: "http://evil.test" } });
  const [foreign] = await once(page, "error");
  expect(String(foreign)).toContain("403");
  const socket = new WebSocket(address, { headers: { "x-depthwire-token": token } });
  onTestFinished(() => socket.terminate());
  const kinds = new Set<string>();
  socket.on("message", (data) => kinds.add((JSON.parse(String(data)) as Heard).event));
  await expect.poll(() => [...kinds]).toEqual(expect.arrayContaining(["hello", "book"]));
});

it("has a bound of its own: one listener too many is refused, and whoever asks or halts is not", async () => {
  const scene = await setScene({ maxConnections: 1 });
  const one = lines(scene);
  await first(one, "hello");
  expect(await scene.ask("/events")).toMatchObject({ status: 503, body: { error: { code: "too-many-connections" } } });
  const socket = new WebSocket(`${scene.accelerator.url.replace("http", "ws")}/events`);
  expect(String((await once(socket, "error"))[0])).toContain("503");
  expect(await scene.ask("/halt", { body: { reason: "news" } })).toMatchObject({ status: 200 });
  await one.return(undefined);
  const next = async (): Promise<string> => (await first(lines(scene), "hello").catch(() => ({ event: "none" }))).event;
  await expect.poll(next).toBe("hello");
});

it("refuses what cannot be told", async () => {
  const { ask } = await setScene();
  expect(await ask("/events?levels=0")).toMatchObject({ status: 400, body: { error: { code: "value-invalid" } } });
  expect(await ask("/events?pairs=a,b")).toMatchObject({ status: 400 });
});

it("keeps a window, and counts what has left it", async () => {
  const log = new EventLog("run", 3);
  for (let n = 1; n <= 10; n++) {
    log.append("order", { n });
  }
  expect(log.resume("run-10")).toEqual({ after: 10, missed: undefined });
  expect(log.resume("run-11")).toMatchObject({ missed: { dropped: undefined } });
  const { events, dropped } = await log.after(1, 100);
  expect(dropped + events.length).toBe(9);
  expect(events.at(-1)).toEqual({ n: 10, kind: "order", text: '{"n":10}' });
  expect(await log.after(10, 100)).toEqual({ events: [], dropped: 0 });
});

it("answers HEAD of the events with the headers of the stream, and ends", async () => {
  const { accelerator } = await setScene();
  const answer = await fetch(`${accelerator.url}/events`, { method: "HEAD", signal: AbortSignal.timeout(60_000) });
  const stream = await fetch(`${accelerator.url}/events`);
  await stream.body?.cancel();
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, stream.headers.get("content-type")]);
});
