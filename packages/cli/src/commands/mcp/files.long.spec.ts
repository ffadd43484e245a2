import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommandLine } from "../../command-scene.spec-kit.js";
import { type StartedServer, startServer, startServerUntil } from "./mcp-scene.spec-kit.js";

const secret = "nobody-reads-this";
const ends: (() => Promise<void>)[] = [];
let top: string;
/** Where the server is started. */
let here: string;
let server: StartedServer;

beforeAll(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), "depthwire-mcp-files-")));
  here = join(top, "here");
  for (const directory of ["here/tables", "here/.depthwire", "here/mixed", "here/linked", "named", "other"]) {
    await mkdir(join(top, directory), { recursive: true, mode: 0o700 });
  }
  await writeFile(join(here, "tables", "trades.csv"), "price\n5\n");
  await writeFile(join(top, "named", "prices.csv"), "price\n7\n");
  for (const place of [join(top, "other"), join(here, ".depthwire"), join(top, "named")]) {
    await writeFile(join(place, "credential.ndjson"), `${JSON.stringify({ apiSecret: secret })}\n`);
  }
  await symlink(join(top, "other"), join(here, "way-out"));
  await symlink(join(top, "other", "credential.ndjson"), join(here, "mixed", "credential.ndjson"));
  await symlink(join(top, "other", "credential.ndjson"), join(here, "linked", "0000000001.dwrec"));
  await symlink(join(here, ".depthwire"), join(here, "keys"));
  await symlink(join(here, "tables", "trades.csv"), join(here, "mine.csv"));
  const words = ["--files", "../named", "--credential", "../named/credential.ndjson"];
  server = await startServerUntil((end) => ends.push(end), words, { workingDirectory: here });
});
afterAll(async () => {
  for (const end of ends) {
    await end();
  }
  await rm(top, { recursive: true, force: true });
});

describe("the files that tools read", () => {
  it("are in the working directory and in the directories of --files", async () => {
    for (const [sql, files, price] of [
      ["select price from trades", undefined, "5"],
      ["select price from trades", ["tables"], "5"],
      ["select price from mine", ["mine.csv"], "5"],
      ["select price from prices", ["../named/prices.csv"], "7"],
      ["select price from prices", [join(top, "named", "prices.csv")], "7"],
    ] as const) {
      const { structured } = await server.call("query", { sql, ...(files === undefined ? {} : { files }) });
      expect(structured.data).toMatchObject({ items: [{ price }], result: { rows: 1 } });
    }
  });

  it("are no others, whichever way leads there, and never keys", async () => {
    const outside = [
      "../other/credential.ndjson",
      join(top, "other", "credential.ndjson"),
      "way-out/credential.ndjson",
      "way-out",
      "mixed",
      "..",
      "../nothing",
      ".depthwire/credential.ndjson",
      "keys/credential.ndjson",
      "../named/credential.ndjson",
    ];
    for (const path of outside) {
      const { texts, structured } = await server.call("query", { sql: "select * from credential", files: [path] });
      expect({ path, code: structured.data.error?.code, exitCode: structured.exitCode }).toEqual({
        path,
        code: "path-outside",
        exitCode: 7,
      });
      expect(texts.join()).not.toContain(secret);
    }
    for (const directory of ["/", "..", join(top, "other"), "way-out", "keys", "linked", "mixed/../../other"]) {
      const { structured } = await server.call("inspect", { directory });
      expect({ directory, code: structured.data.error?.code }).toEqual({ directory, code: "path-outside" });
    }
    expect((await server.call("inspect", { directory: "nothing" })).structured.data.error?.code).not.toBe(
      "path-outside",
    );
  });

  it("are in directories that are there", async () => {
    expect(await runCommandLine(["mcp", "--files", "nothing"], { workingDirectory: top })).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("no such directory"),
    });
  });
});

describe("a query of a tool", () => {
  it("is ended when its time is over, and the server answers on", async () => {
    const endless = "select count(*) from range(100000000000) one, range(1000000) other";
    const hasty = await startServer(["--query-seconds", "2"], { workingDirectory: here });
    const { structured } = await hasty.call("query", { sql: endless });
    expect(structured).toMatchObject({
      exitCode: 7,
      data: { error: { code: "query-too-large", message: expect.stringContaining("2 s") } },
    });
    expect((await hasty.call("inspect", { directory: "nothing" })).structured.exitCode).toBe(2);
    const bounds = await server.call("query", { sql: "select current_setting('memory_limit') as memory" });
    expect(bounds.structured.data.items).toEqual([{ memory: "953.6 MiB" }]);
  });
});
