import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { pair, type Scene, setScene } from "../scene.spec-kit.js";

const others = Array.from({ length: 19 }, (_, index) => `4C${String.fromCharCode(65 + index)}_USDT`);
const pairs = [pair, ...others];
const eventWindow = 20;

/** Somebody who listens over a socket of his own. */
class Listener {
  /** Views by pair. */
  readonly views = new Map<string, number>();
  /** Newest `updatedAtMs` by pair. */
  readonly newest = new Map<string, number>();
  readonly ids: number[] = [];
  /** Number of the event that was the newest when he came. */
  begin = 0;
  dropped = 0;
  gaps = 0;
  readonly #asked: ClientRequest;
  #response: IncomingMessage | undefined;
  #rest = "";

  constructor(address: string) {
    this.#asked = request(address, { headers: { accept: "application/x-ndjson" }, agent: false }, (response) => {
      this.#response = response.on("data", (bytes: Buffer) => this.#take(bytes)).on("error", () => undefined);
    });
    this.#asked.on("error", () => undefined).end();
    onTestFinished(() => void this.#asked.destroy());
  }

  get isOpen(): boolean {
    return this.#response !== undefined;
  }

  /** Takes nothing more, until {@link goOn}. */
  stop(): void {
    this.#response?.pause();
  }

  goOn(): void {
    this.#response?.resume();
  }

  #take(bytes: Buffer): void {
    const lines = (this.#rest + bytes.toString("latin1")).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      this.#hear(line);
    }
  }

  #hear(line: string): void {
    const [, book] = /^\{"event":"book","data":\{"pair":"([^"]+)"/.exec(line) ?? [];
    if (book !== undefined) {
      this.views.set(book, (this.views.get(book) ?? 0) + 1);
      this.newest.set(book, Number(/"updatedAtMs":(\d+)/.exec(line)?.[1]));
      return;
    }
    const { id, event, data } = JSON.parse(line) as {
      id?: string;
      event: string;
      data: { dropped?: number; after?: string };
    };
    const n = Number(id?.slice(id.lastIndexOf("-") + 1));
    if (event === "hello") {
      this.begin = Number(data.after?.slice(data.after.lastIndexOf("-") + 1));
    } else if (event === "gap") {
      this.gaps += 1;
      this.dropped += data.dropped ?? 0;
    } else if (id !== undefined) {
      this.ids.push(n);
    }
  }
}

/** Places and cancels orders until so many events were told. */
async function makeEvents({ ask }: Scene, told: () => number, wanted: number): Promise<void> {
  const order = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000" };
  const before = told();
  while (told() - before < wanted) {
    const placed = await ask("/orders", { body: order });
    expect(placed.status).toBe(200);
    await ask(`/orders/${placed.body["orderId"]}`, { method: "DELETE" });
  }
}

it("serves 200 who listen to 20 books: none waits for one that takes nothing, who gets the newest views and a counted gap", async () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error): void => void warnings.push(name);
  process.on("warning", onWarning);
  onTestFinished(() => void process.off("warning", onWarning));
  const scene = await setScene({ pairs, eventWindow, maxConnections: 300 }, { pairs, requestsPerWindow: 0 });
  await expect.poll(async () => (await scene.ask("/health")).status).toBe(200);
  const address = (levels: number): string =>
    `${scene.accelerator.url}/events?pairs=${pairs.join(",")}&levels=${levels}&every-ms=250`;
  const slow = Array.from({ length: 5 }, () => new Listener(address(200)));
  const prompt = Array.from({ length: 195 }, () => new Listener(address(1)));
  await expect.poll(() => [...slow, ...prompt].every(({ isOpen }) => isOpen)).toBe(true);
  for (const listener of slow) {
    listener.stop();
  }
  const fewest = (): number => Math.min(...prompt.flatMap(({ views }) => pairs.map((each) => views.get(each) ?? 0)));
  const [first] = prompt as [Listener];
  await expect.poll(fewest).toBeGreaterThan(1);
  await makeEvents(scene, () => first.ids.length, eventWindow);
  await expect.poll(fewest).toBeGreaterThan(4);

  // Everybody who takes what he is told was told every event once, in its order.
  const last = Math.max(...prompt.flatMap(({ ids }) => ids));
  await expect.poll(() => prompt.every(({ ids }) => (ids.at(-1) ?? 0) >= last)).toBe(true);
  for (const { ids, gaps } of prompt) {
    expect(gaps).toBe(0);
    expect(ids).toEqual(ids.map((_, index) => (ids[0] ?? 0) + index));
  }
  // Whoever is slow leaves nothing behind.
  expect(warnings).toEqual([]);
  // The others: the books of now, whatever came in between, and every event told or counted.
  for (const listener of slow) {
    listener.goOn();
  }
  const nowMs = first.newest.get(pair) ?? 0;
  await expect.poll(() => slow.every(({ newest }) => (newest.get(pair) ?? 0) >= nowMs)).toBe(true);
  await expect.poll(() => slow.every(({ ids }) => (ids.at(-1) ?? 0) >= last)).toBe(true);
  for (const { ids, dropped, begin } of slow) {
    expect(ids.length + dropped).toBe((ids.at(-1) ?? 0) - begin);
    expect(ids).toEqual([...new Set(ids)].sort((left, right) => left - right));
  }
});
