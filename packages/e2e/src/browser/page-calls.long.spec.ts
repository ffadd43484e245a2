import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInflate } from "@depthwire/book";
import { replay, replayEngineOptions } from "@depthwire/recording";
import { openArchive } from "@depthwire/recording/archive";
import { createEngine } from "@depthwire/stream";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { openPage } from "../dashboard/browser.spec-kit.js";
import { differenceOf, lacksBrowser, type PageGlobals, pair, setPageScene } from "./page-scene.spec-kit.js";

describe.skipIf(lacksBrowser)("a page in Chromium, bundled by esbuild", () => {
  const scene = setPageScene("esbuild");

  it("has a worker where the bundler was given its script as an entry", async () => {
    const page = await scene.open({ isolation: "isolated" });
    await scene.follow(page, { shards: 1 });
    await scene.untilRight(page);
    expect(page.workers()).toHaveLength(1);
  });

  it("has no secrets unless it is told that it may: refused before anything is opened", async () => {
    const page = await scene.open();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const codes = await page.evaluate(
      ({ push, rest, credential }) => {
        const { connect, Credential, DepthwireError } = (globalThis as unknown as PageGlobals).depthwire;
        const venue = connect({ addresses: [push], restAddress: rest });
        const attempts = [
          () => venue.account(new Credential(credential)),
          () => venue.login(new Credential(credential)),
          () => venue.rest.rotate(new Credential(credential)),
          () => connect({ addresses: [push.replace("ws://", "ws://user:word@")] }),
        ];
        return attempts.map((attempt) => {
          try {
            attempt();
            return "not refused";
          } catch (error) {
            return error instanceof DepthwireError ? error.code : String(error);
          }
        });
      },
      { push: scene.sandbox.pushUrl, rest: scene.sandbox.restUrl, credential: { ...scene.sandbox.credential } },
    );
    expect(codes).toEqual(Array(4).fill("browser-secrets"));
    expect(asked).toEqual([]);
  });

  it("places an order that fills, where it may", async () => {
    const page = await scene.open();
    await scene.follow(page, { allowBrowserSecrets: true });
    await scene.untilRight(page);
    const order = await page.evaluate(
      async ({ credential, pair }) => {
        const { depthwire, venue, stream } = globalThis as unknown as PageGlobals;
        const account = venue.account(new depthwire.Credential(credential));
        const price = stream.latest.bestAsk?.price ?? "";
        const placed = await account.trader.place({
          pair,
          side: "open-long",
          type: "market",
          quantity: "0.001",
          price,
        });
        return (await placed.done).status;
      },
      { credential: { ...scene.sandbox.credential }, pair },
    );
    expect(order).toBe("filled");
  });

  it("is told why a call did not come back, as far as a page can know", async () => {
    const endOf = (page: Page, restAddress: string): Promise<unknown> =>
      page.evaluate(
        async ({ push, restAddress, pair }) => {
          const { connect, DepthwireError } = (globalThis as unknown as PageGlobals).depthwire;
          const venue = connect({ addresses: [push], restAddress, rest: { retry: { maxAttempts: 1 } } });
          try {
            await venue.rest.usdt.getDepth({ pair, size: 1 });
            return "answered";
          } catch (error) {
            const { code, ambiguous, details, cause } = error as InstanceType<typeof DepthwireError>;
            return { code, ambiguous, details, cause: String(cause) };
          } finally {
            await venue.close();
          }
        },
        { push: scene.sandbox.pushUrl, restAddress, pair },
      );
    const { page: foreign } = await openPage(scene.browser, scene.pages.address().replace("127.0.0.1", "localhost"));
    onTestFinished(() => foreign.context().close());
    const origin = scene.pages.origin.replace("127.0.0.1", "localhost");
    expect(await endOf(foreign, scene.sandbox.restUrl)).toMatchObject({
      code: "cors",
      ambiguous: true,
      details: { address: scene.sandbox.restUrl, origin },
    });
    const page = await scene.open();
    expect(await endOf(page, scene.sandbox.restUrl)).toBe("answered");
    expect(await endOf(page, "http://127.0.0.1:1")).toMatchObject({ code: "connect-failed", ambiguous: true });
    const barred = await scene.open({ policy: { "connect-src": "'self'" } });
    expect(await endOf(barred, scene.sandbox.restUrl)).toMatchObject({
      code: "connect-failed",
      ambiguous: false,
      cause: expect.stringContaining("content security policy"),
    });
  });

  it("follows no redirect, reads no more than it may, and ends with its signal and with its client", async () => {
    const server = createServer((request, response) => {
      const allowed = { "access-control-allow-origin": "*" };
      if (request.url === "/hangs") {
        return;
      }
      const status = request.url === "/moved" ? 302 : 200;
      response.writeHead(status, { ...allowed, location: "/long" }).end("x".repeat(100_000));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const page = await scene.open();
    const ends = await page.evaluate(
      async (address) => {
        const { createBrowserHttpClient } = (globalThis as unknown as PageGlobals).depthwire;
        const client = createBrowserHttpClient({ closeWithinMs: 10 });
        const end = async (target: string, signal?: AbortSignal): Promise<unknown> => {
          const request = { method: "GET", target, headers: {} } as const;
          try {
            const limits = { maxBodyBytes: 1_000, ...(signal === undefined ? {} : { signal }) };
            const { status, body } = await client.request(address, request, limits);
            return [status, body.length];
          } catch (error) {
            const { code, ambiguous } = error as { readonly code: string; readonly ambiguous: boolean };
            return [code, ambiguous];
          }
        };
        const abort = new AbortController();
        const aborted = end("/hangs", abort.signal);
        abort.abort();
        const hanging = end("/hangs");
        const answered = [await end("/moved"), await end("/long"), await aborted, await end("/x", abort.signal)];
        await client.close();
        return [...answered, await hanging, await end("/x")];
      },
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    );
    expect(ends).toEqual([
      [302, 0],
      ["text-too-long", true],
      ["aborted", true],
      ["aborted", false],
      ["closed", true],
      ["closed", false],
    ]);
  });

  it.each([
    ["its own thread", 0, "recordings/own"],
    ["a worker", 1, "recordings/shards/shard-0"],
  ])("records in %s, and exports what replays in Node: as many frames, the same book", async (_, shards, directory) => {
    const page = await scene.open();
    const record = { directory: directory.replace("/shard-0", ""), maxSegmentMs: 500, flushAfterMs: 20 };
    await scene.follow(page, { shards, record });
    await scene.untilRight(page);
    const recorded = (): Promise<{ frames: number; segments: number; failures: unknown[] }> =>
      page.evaluate(() => {
        const { recording } = (globalThis as unknown as PageGlobals).venue;
        const { frames = 0, segments = 0 } = recording?.statistics() ?? {};
        return { frames, segments, failures: [...(recording?.failures() ?? [])] };
      });
    await expect.poll(async () => (await recorded()).segments).toBeGreaterThan(2);
    await page.evaluate(() => (globalThis as unknown as PageGlobals).venue.close());
    const { frames, segments, failures } = await recorded();
    expect(failures).toEqual([]);
    const exported = await page.evaluate(async (directory) => {
      const { exportRecording, deleteRecording } = (globalThis as unknown as PageGlobals).depthwire;
      const blob = await exportRecording(directory);
      await deleteRecording("recordings");
      const refusal = await exportRecording(directory).catch((error: { readonly code?: string }) => error.code);
      const url = await new Promise<string>((resolve) => {
        const reader = new FileReader();
        reader.addEventListener("load", () => resolve(String(reader.result)));
        reader.readAsDataURL(blob);
      });
      return { refusal, base64: url.slice(url.indexOf(",") + 1) };
    }, directory);
    expect(exported.refusal).toBe("recording-absent");
    const player = await replay(openArchive(Buffer.from(exported.base64, "base64")));
    expect(player.segments.map((segment) => segment.frames).reduce((sum, count) => sum + count, 0)).toBe(frames);
    expect(player.segments).toHaveLength(segments);
    const { clock, loops, openSocket } = player.ports;
    const engine = createEngine(replayEngineOptions, {
      clock,
      loops,
      random: () => 0.5,
      shard: { openSocket, createInflate: () => createInflate() },
    });
    onTestFinished(() => engine.close());
    const book = engine.book(pair);
    await player.run();
    expect(book.latest.seq).toBeGreaterThan(1);
    expect(differenceOf(scene.sandbox, book.latest.toJSON())).toBe("none");
  });
});
