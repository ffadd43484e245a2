import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { quietFlags } from "@depthwire/testkit/browser";
import { freePorts, lacksNatsServer, SpecNatsServer } from "@depthwire/testkit/servers";
import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserFile, openPage } from "../dashboard/browser.spec-kit.js";
import { lacksBrowser } from "./page-scene.spec-kit.js";
import { type PageServer, servePages } from "./page-server.spec-kit.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** A user that reads alone, made for these specs: they guard nothing. */
const reader = {
  seed: "SUAKW36MKTDKQA5G3WCADYRJYRHIMKQF74L3RYZASXKJ7LXSLVPOEV4A24",
  publicKey: "UDE6V2Z5SOAOS7ROVFQLEJZJJVZBUBY2NHS7UJJPSURQ6PO4ORYQCKYH",
};

/** What the page has, and what these specs keep there. */
interface PageGlobals {
  readonly relay: {
    openNatsBus(options: object): Promise<PageBus>;
  };
  bus: PageBus;
  heard: string[];
}

interface PageBus {
  readonly status: string;
  publish(subject: string, bytes: Uint8Array): void;
  subscribe(subject: string, handler: (message: { readonly bytes: Uint8Array }) => void): () => void;
  request(subject: string, bytes: Uint8Array, limitMs: number, answered: (bytes: Uint8Array | undefined) => void): void;
  onEvent(listener: (event: { readonly kind: string; readonly error?: { readonly code: string } }) => void): () => void;
}

describe.skipIf(lacksBrowser || lacksNatsServer)(
  "the relay's bus in a page (skipped where Chromium or nats-server is missing)",
  () => {
    let server: SpecNatsServer;
    let pages: PageServer;
    let browser: Browser;
    let page: Page;
    let folder: string;

    beforeAll(async () => {
      const [port] = await freePorts(1);
      server = new SpecNatsServer(`
        websocket { listen: "127.0.0.1:${port}", no_tls: true }
        authorization { users = [
          { nkey: ${reader.publicKey}, permissions {
            publish: { allow: ["dw1.*.echo.*", "page.>"] }, subscribe: { allow: ["dw1.*.raw.>", "dw1.*.echo.*", "page.>", "_INBOX.>"] } } }
        ] }`);
      await server.start();
      folder = mkdtempSync(join(tmpdir(), "relay-page-"));
      symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
      const entry =
        'import * as relay from "@depthwire/nats/browser"; globalThis.relay = relay; document.documentElement.dataset.ready = "yes";';
      writeFileSync(join(folder, "entry.js"), entry);
      const outdir = "dist/assets";
      await build({
        absWorkingDir: folder,
        entryPoints: ["./entry.js"],
        outdir,
        bundle: true,
        format: "esm",
        logLevel: "error",
      });
      writeFileSync(
        join(folder, "dist/index.html"),
        '<!doctype html><script type="module" src="/assets/entry.js"></script>',
      );
      pages = await servePages(join(folder, "dist"));
      browser = await chromium.launch({ executablePath: browserFile ?? "chromium", args: quietFlags });
      ({ page } = await openPage(browser, pages.address()));
      await page.waitForSelector("html[data-ready]", { state: "attached" });
    });

    afterAll(async () => {
      await browser?.close();
      await pages?.close();
      await server?.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    /** What opening a bus in the page came to: its status, or the code of the error. */
    const open = (options: object): Promise<string> =>
      page.evaluate(async (wanted) => {
        const globals = globalThis as unknown as PageGlobals;
        try {
          globals.bus = await globals.relay.openNatsBus({ name: "page", ...wanted });
          return globals.bus.status;
        } catch (error) {
          return (error as { readonly code: string }).code;
        }
      }, options);

    const heard = (): Promise<readonly string[]> => page.evaluate(() => (globalThis as unknown as PageGlobals).heard);

    it("connects with its key, hears, asks, and is told what it may not do", async () => {
      expect(await open({ servers: [server.webSocketAddress], seed: reader.seed })).toBe("connected");
      await page.evaluate(() => {
        const globals = globalThis as unknown as PageGlobals;
        const { bus } = globals;
        const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
        globals.heard = [];
        bus.onEvent(({ kind, error }) => globals.heard.push(`${kind} ${error?.code}`));
        bus.subscribe("page.a", ({ bytes }) => globals.heard.push(text(bytes)));
        bus.publish("page.a", new TextEncoder().encode("heard"));
        bus.publish("dw1.spec.raw.depth.A", new TextEncoder().encode("forged"));
        bus.request("page.nobody", new Uint8Array(1), 100, (bytes) => globals.heard.push(`answer ${typeof bytes}`));
      });
      await expect.poll(heard).toHaveLength(3);
      expect([...(await heard())].sort()).toEqual(["answer undefined", "forbidden relay-forbidden", "heard"]);
    });

    it("connects again when the server is back, and hears as before", async () => {
      await server.kill();
      const status = (): Promise<string> => page.evaluate(() => (globalThis as unknown as PageGlobals).bus.status);
      await expect.poll(status).toBe("disconnected");
      await server.start();
      await expect.poll(status).toBe("connected");
      await page.evaluate(() =>
        (globalThis as unknown as PageGlobals).bus.publish("page.a", new TextEncoder().encode("again")),
      );
      await expect.poll(heard).toContain("again");
    });

    it("does not go to another computer without encryption, nor with a key that is none or unknown", async () => {
      expect(await open({ servers: ["ws://relay-1:9222"] })).toBe("relay-insecure");
      expect(await open({ servers: ["nats://127.0.0.1:4222"] })).toBe("option-invalid");
      expect(await open({ servers: [server.webSocketAddress], seed: "none" })).toBe("option-invalid");
      expect(await open({ servers: [server.webSocketAddress] })).toBe("relay-login-refused");
    });
  },
);
