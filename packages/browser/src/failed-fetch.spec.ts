import { beforeEach, describe, expect, it, vi } from "vitest";
import { FetchScene, failed, limits, page, venue } from "./fetch-scene.spec-kit.js";

let scene: FetchScene;

beforeEach(() => {
  scene = new FetchScene();
});

describe("a request that ended in nothing", () => {
  const lost = { code: "connect-failed", details: { address: venue, attempts: 1 }, ambiguous: true };

  it("where nothing answers either was not connected, as far as a page is told", async () => {
    scene.fail(failed);
    await expect(scene.get()).rejects.toMatchObject({ ...lost, cause: { message: "Failed to fetch" } });
    expect(scene.fetched[1]).toMatchObject({
      url: venue,
      init: {
        method: "HEAD",
        mode: "no-cors",
        credentials: "omit",
        cache: "no-store",
        redirect: "follow",
        referrerPolicy: "no-referrer",
      },
    });
  });

  it("where something answers was kept from the page: the venue does not allow its origin", async () => {
    scene.fail(() => new Response(null));
    await expect(scene.get()).rejects.toMatchObject({
      code: "cors",
      details: { address: venue, origin: page },
      ambiguous: true,
    });
  });

  it("where something answers at the page's own origin was cut off", async () => {
    vi.stubGlobal("location", { origin: venue });
    scene.fail(() => new Response(null));
    await expect(scene.get()).rejects.toMatchObject({
      code: "connection-lost",
      details: { address: venue },
      ambiguous: true,
    });
  });

  it("without a network is not asked about, and says that the browser is offline", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    scene.fail(() => new Response(null));
    await expect(scene.get()).rejects.toMatchObject({
      ...lost,
      cause: { message: "Failed to fetch (the browser is offline)" },
    });
    expect(scene.fetched).toHaveLength(1);
  });

  it("is asked about once for all that fail within five seconds, at each origin", async () => {
    vi.useFakeTimers();
    try {
      scene.fail(failed);
      const all = async (...addresses: readonly string[]): Promise<void> => {
        const asked = addresses.map((address) =>
          scene.http.request(address, { method: "GET", target: "/", headers: {} }, limits).catch(() => undefined),
        );
        await vi.advanceTimersByTimeAsync(0);
        await Promise.all(asked);
      };
      const probes = () => scene.fetched.filter(({ init }) => init.method === "HEAD").map(({ url }) => url);
      await all(venue, venue, `${venue}/deeper`, "https://other.test");
      expect(probes()).toEqual([venue, "https://other.test"]);
      await vi.advanceTimersByTimeAsync(4_999);
      await all(venue);
      expect(probes()).toHaveLength(2);
      await vi.advanceTimersByTimeAsync(1);
      await all(venue);
      expect(probes()).toHaveLength(3);
    } finally {
      vi.useRealTimers();
    }
  });

  const violation = (effectiveDirective: string, blockedURI: string) =>
    Object.assign(new Event("securitypolicyviolation"), { effectiveDirective, blockedURI });

  it("by the page's own policy says so, and is not to be tried again", async () => {
    scene.fail(failed);
    scene.document.dispatchEvent(violation("connect-src", `${venue}/a`));
    await expect(scene.get()).rejects.toMatchObject({
      code: "connect-failed",
      details: { address: venue, attempts: 1 },
      ambiguous: false,
      retryable: false,
      cause: { message: expect.stringContaining("connect-src") },
    });
  });

  it.each([
    ["img-src", venue],
    ["connect-src", "inline"],
    ["connect-src", "https://other.test"],
  ])("is not explained by a violation of %s at %s", async (directive, blocked) => {
    scene.fail(failed);
    scene.document.dispatchEvent(violation(directive, blocked));
    await expect(scene.get()).rejects.toMatchObject(lost);
  });

  it("is not explained by what is told when the client is closed", async () => {
    const remove = vi.spyOn(scene.document, "removeEventListener");
    await scene.http.close();
    expect(remove).toHaveBeenCalledExactlyOnceWith("securitypolicyviolation", expect.any(Function));
  });
});
