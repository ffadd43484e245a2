import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { askAt, inStep, openBefore, pair, type Scene, setScene } from "../scene.spec-kit.js";

const absent = "4XXX_USDT";

const isReady = async ({ ask }: Pick<Scene, "ask">): Promise<boolean> => (await ask("/health")).status === 200;

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-pairs-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "own");
}

describe("a pair that the venue does not have", () => {
  it("is followed by nobody, kept nowhere, and makes nothing unready", async () => {
    const directory = await emptyFolder();
    const { sandbox, accelerator, ask } = await setScene({ data: { directory } });
    expect((await inStep({ ask }, `/book/${pair}`)).status).toBe(200);
    expect(await ask(`/book/${absent}`)).toMatchObject({ status: 404, body: { error: { code: "not-found" } } });
    await expect.poll(() => isReady({ ask })).toBe(true);
    await accelerator.close();
    const again = await openBefore(sandbox, { data: { directory } });
    // The one that is there is kept again.
    await expect.poll(async () => (await askAt(again.url, `/v2/mdata/depth?pair=${pair}`)).source).toBe("mirror");
    await expect.poll(() => isReady({ ask: (path) => askAt(again.url, path) })).toBe(true);
  });

  it("is dropped again where a listener names it", async () => {
    const { accelerator, ask } = await setScene();
    const end = new AbortController();
    const listening = await fetch(`${accelerator.url}/events?pairs=${absent}`, { signal: end.signal });
    onTestFinished(() => end.abort());
    expect(listening.status).toBe(200);
    await expect.poll(() => isReady({ ask })).toBe(true);
  });

  it("is shown where it was named at the start", async () => {
    const { ask } = await setScene({ pairs: [pair, absent] });
    const what = `book ${absent}`;
    const told = async (): Promise<unknown> => (await ask("/health")).body["notReady"];
    await expect
      .poll(told)
      .toEqual([
        expect.objectContaining({ what, reason: expect.stringMatching(/^never live .*: subscription-refused$/) }),
      ]);
  });
});

describe("a list of what waits", () => {
  it.each(["/v3/cbu/order/list", "/v3/cbu/order/planOrderList"])(
    "of an unknown pair is refused as by the venue: %s",
    async (path) => {
      const scene = await setScene();
      await expect.poll(() => isReady(scene)).toBe(true);
      for (const name of [absent, "BTC_USDT", "nonsense", ""]) {
        expect((await scene.ask(path, { body: { pair: name } })).body, name).toMatchObject({ state: 3016 });
      }
      expect(await scene.ask(path, { body: { pair } })).toMatchObject({ source: "mirror", body: { state: 0 } });
    },
  );

  it.each(["/orders", "/plan-orders"])("of an unknown pair is refused on the short path: %s", async (path) => {
    const scene = await setScene();
    await expect.poll(() => isReady(scene)).toBe(true);
    expect(await scene.ask(`${path}?pair=${absent}`)).toMatchObject({
      status: 422,
      body: { error: { code: "venue-refused", msg: expect.stringContaining("3016") } },
    });
    expect((await scene.ask(`${path}?pair=`)).status).toBe(400);
    expect(await scene.ask(`${path}?pair=${pair}`)).toMatchObject({ status: 200, source: "mirror" });
  });
});
