import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { hostFiles, type StaticHost, type StaticHostOptions } from "./static-host.js";

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "depthwire-host-"));
  for (const folder of ["first/deep", "second/deep"]) {
    await mkdir(join(root, folder), { recursive: true });
  }
  const files = {
    "secret.txt": "outside",
    "first/index.html": "first index",
    "first/page.js": "first page",
    "first/deep/data.json": "{}",
    "second/page.js": "second page",
    "second/look.css": "look",
    "second/sign.svg": "sign",
    "second/raw.bin": "raw",
    "second/é x.html": "letters",
    "second/deep/index.html": "deep index",
  };
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(root, name), content)));
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function host(options: Partial<StaticHostOptions> = {}): Promise<StaticHost> {
  const started = await hostFiles({ folders: [join(root, "first"), join(root, "second")], ...options });
  onTestFinished(() => started.close());
  return started;
}

/** What the host answers to a path as it stands: `fetch` would clean it up. */
function ask({ address }: StaticHost, path: string) {
  return new Promise<{ status: number | undefined; type: unknown; policy: unknown; content: string }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(address);
      const asked = request({ hostname, port, path, agent: false }, (response) => {
        const { "content-type": type, "content-security-policy": policy } = response.headers;
        text(response).then((content) => resolve({ status: response.statusCode, type, policy, content }), reject);
      });
      asked.on("error", reject).end();
    },
  );
}

describe("hostFiles", () => {
  test.each([
    ["/page.js", "first page", "text/javascript; charset=utf-8"],
    ["/page.js?v=1&w=/x", "first page", "text/javascript; charset=utf-8"],
    ["/", "first index", "text/html; charset=utf-8"],
    ["/deep/", "deep index", "text/html; charset=utf-8"],
    ["/deep/data.json", "{}", "application/json"],
    ["/look.css", "look", "text/css; charset=utf-8"],
    ["/sign.svg", "sign", "image/svg+xml"],
    ["/raw.bin", "raw", "application/octet-stream"],
    ["/%C3%A9%20x.html", "letters", "text/html; charset=utf-8"],
  ])("has %s, of the first folder that has it", async (path, content, type) => {
    const started = await host();
    expect(await ask(started, path)).toEqual({ status: 200, type, policy: undefined, content });
    expect(started.refused).toEqual([]);
  });

  test.each(["/none.js", "/deep", "/../secret.txt", "/%2e%2e/secret.txt", "/deep/..%2f..%2f..%2fsecret.txt"])(
    "has no %s, and says what was asked for",
    async (path) => {
      const started = await host();
      expect(await ask(started, path)).toEqual({ status: 404, type: undefined, policy: undefined, content: "" });
      expect(started.refused).toEqual([path]);
    },
  );

  test("gives an empty icon to who asks for one by itself, which is no refusal", async () => {
    const started = await host();
    expect(await ask(started, "/favicon.ico")).toMatchObject({ status: 200, content: "" });
    expect(started.refused).toEqual([]);
  });

  test("answers a path that is no text with an error, and goes on", async () => {
    const started = await host();
    expect(await ask(started, "/%ff")).toMatchObject({ status: 500, content: "" });
    expect(await ask(started, "/page.js")).toMatchObject({ status: 200 });
  });

  test("has files below a path alone where it is told so", async () => {
    const started = await host({ below: "/app/v1" });
    expect(await ask(started, "/app/v1/page.js")).toMatchObject({ status: 200, content: "first page" });
    expect(await ask(started, "/app/v1/")).toMatchObject({ status: 200, content: "first index" });
    for (const path of ["/page.js", "/app/v1", "/app/v10/page.js", "/app/v2/page.js"]) {
      expect(await ask(started, path), path).toMatchObject({ status: 404 });
    }
    expect(started.refused).toEqual(["/page.js", "/app/v1", "/app/v10/page.js", "/app/v2/page.js"]);
  });

  test("sends its policy with every file, as it is when the file is asked for", async () => {
    let policy = "default-src 'none'";
    const started = await host({ policy: () => policy });
    expect(await ask(started, "/page.js")).toMatchObject({ status: 200, policy: "default-src 'none'" });
    policy = `connect-src ${started.address}`;
    expect(await ask(started, "/")).toMatchObject({ status: 200, policy });
    policy = "";
    expect(await ask(started, "/")).toMatchObject({ status: 200, policy: undefined });
    expect(await ask(started, "/none.js")).toMatchObject({ status: 404, policy: undefined });
  });

  test("stands on loopback, at the port that it is given, until it is closed", async () => {
    const first = await hostFiles({ folders: [root] });
    expect(first.address).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect(await ask(first, "/secret.txt")).toMatchObject({ status: 200 });
    // A connection that is kept does not keep the host.
    const kept = await fetch(`${first.address}/secret.txt`);
    expect(await kept.text()).toBe("outside");
    await first.close();
    await expect(ask(first, "/secret.txt")).rejects.toThrow("ECONNREFUSED");
    const again = await host({ port: Number(new URL(first.address).port) });
    expect(again.address).toBe(first.address);
    expect(await ask(again, "/page.js")).toMatchObject({ status: 200 });
  });
});
