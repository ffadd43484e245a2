import { beforeEach, describe, expect, it, vi } from "vitest";
import { FetchScene, limits, venue } from "./fetch-scene.spec-kit.js";
import { browserConnections, createBrowserHttpClient } from "./http-client.js";

let scene: FetchScene;

beforeEach(() => {
  scene = new FetchScene();
});

const never = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

describe("a request of a page", () => {
  it("goes out without cookies, cache, redirects and referrer, and its answer comes back whole", async () => {
    scene.answer = () => new Response("hello", { status: 503 });
    const headers = { "X-KEY": "1" };
    const response = await scene.http.request(venue, { method: "POST", target: "/a", headers, body: "{}" }, limits);
    expect(response).toEqual({ status: 503, body: new TextEncoder().encode("hello") });
    expect(scene.fetched).toMatchObject([
      {
        url: "https://venue.test/a",
        init: {
          method: "POST",
          headers,
          body: "{}",
          mode: "cors",
          credentials: "omit",
          cache: "no-store",
          redirect: "manual",
          referrerPolicy: "no-referrer",
        },
      },
    ]);
  });

  it("has no body where none is given, and may be answered by none", async () => {
    scene.answer = () => new Response(null, { status: 204 });
    expect(await scene.get()).toEqual({ status: 204, body: new Uint8Array() });
    expect(scene.fetched[0]?.init).not.toHaveProperty("body");
  });

  it("that was led elsewhere says so, though no page is told whereto", async () => {
    scene.answer = () => Object.defineProperty(new Response(null), "type", { value: "opaqueredirect" });
    expect((await scene.get()).status).toBe(302);
  });

  it("may be sent twice by the browser: the port says so, and how many go out at once", () => {
    expect(scene.http.request.mayRepeat).toBe(true);
    expect(browserConnections).toBe(6);
  });

  it("takes an answer of several parts, up to what it may have, and leaves a longer one", async () => {
    let cancelled = 0;
    const body = (...sizes: readonly number[]) =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          const size = sizes[0];
          sizes = sizes.slice(1);
          return size === undefined ? controller.close() : controller.enqueue(new Uint8Array(size).fill(size));
        },
        cancel: () => void cancelled++,
      });
    scene.answer = () => new Response(body(60, 40));
    const whole = (await scene.get()).body;
    expect([whole.length, whole[59], whole[60]]).toEqual([100, 60, 40]);
    scene.answer = () => new Response(body(60, 41, 5));
    await expect(scene.get()).rejects.toMatchObject({
      code: "text-too-long",
      details: { limit: 100 },
      ambiguous: true,
    });
    expect(cancelled).toBe(1);
  });

  it("whose answer breaks off is lost, and may have been carried out", async () => {
    scene.answer = () => new Response(new ReadableStream({ pull: (controller) => controller.error(new Error("cut")) }));
    await expect(scene.get()).rejects.toMatchObject({
      code: "connection-lost",
      details: { address: venue },
      ambiguous: true,
      cause: { message: "cut" },
    });
  });
});

describe("a request that is given up", () => {
  it.each(["signal", "unsentSignal"])("before it is made, by its %s, is not sent", async (name) => {
    scene.answer = () => new Response("");
    const given = { [name]: AbortSignal.abort("enough") };
    await expect(scene.get("/a", given)).rejects.toMatchObject({ code: "aborted", cause: "enough", ambiguous: false });
    expect(scene.fetched).toEqual([]);
  });

  it("on its way may have been carried out, and nothing is asked behind it", async () => {
    scene.answer = ({ init }) => never(init.signal);
    const abort = new AbortController();
    const asked = scene.get("/a", { signal: abort.signal });
    await expect.poll(() => scene.fetched).toHaveLength(1);
    abort.abort("enough");
    await expect(asked).rejects.toMatchObject({ code: "aborted", cause: "enough", ambiguous: true });
    expect(scene.fetched).toHaveLength(1);
  });

  it("while its answer is read says the same", async () => {
    const abort = new AbortController();
    scene.answer = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            abort.abort("enough");
            controller.error(new Error("cut"));
          },
        }),
      );
    await expect(scene.get("/a", { signal: abort.signal })).rejects.toMatchObject({ code: "aborted", ambiguous: true });
  });
});

describe("a client that is closed", () => {
  it("makes no more requests", async () => {
    await scene.http.close();
    await expect(scene.get()).rejects.toMatchObject({ code: "closed", ambiguous: false });
    expect(scene.fetched).toEqual([]);
  });

  it("waits for the answers that are on their way", async () => {
    let respond: (response: Response) => void = () => undefined;
    scene.answer = () =>
      new Promise((resolve) => {
        respond = resolve;
      });
    const asked = scene.get();
    const closed = vi.fn();
    const closing = scene.http.close().finally(closed);
    await new Promise((resolve) => void setImmediate(resolve));
    expect(closed).not.toHaveBeenCalled();
    respond(new Response("late"));
    expect((await asked).status).toBe(200);
    await closing;
  });

  it("gives them up after a while", async () => {
    vi.useFakeTimers();
    try {
      scene.answer = ({ init }) => never(init.signal);
      for (const [client, withinMs] of [
        [createBrowserHttpClient(), 5_000],
        [createBrowserHttpClient({ closeWithinMs: 20 }), 20],
      ] as const) {
        const asked = client.request(venue, { method: "GET", target: "/", headers: {} }, limits);
        const refused = expect(asked).rejects.toMatchObject({ code: "closed", ambiguous: true });
        const closed = vi.fn();
        const closing = client.close().finally(closed);
        await vi.advanceTimersByTimeAsync(withinMs - 1);
        expect(closed).not.toHaveBeenCalled();
        await vi.advanceTimersByTimeAsync(1);
        await Promise.all([closing, refused]);
      }
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
