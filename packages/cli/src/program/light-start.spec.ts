import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { shardNames as namesOfRelay } from "@depthwire/relay";
import { minLeaseMs as minOfRelay } from "@depthwire/relay/internal";
import { expect, it, onTestFinished } from "vitest";
import { minLeaseMs } from "../commands/relay/serve/command.js";
import { shardNames } from "../relay/shard-list.js";

const bin = fileURLToPath(new URL("../../bin/depthwire.js", import.meta.url));

/** Packages of this workspace that a command line loads where no terminal belongs to the process, by V8's own account. */
async function packagesLoadedBy(...words: readonly string[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-loaded-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await promisify(execFile)(process.execPath, [bin, ...words], { env: { ...process.env, NODE_V8_COVERAGE: folder } });
  const [file = ""] = await readdir(folder);
  const { result } = JSON.parse(await readFile(join(folder, file), "utf8")) as { result: { readonly url: string }[] };
  const loaded = result.flatMap(({ url }) => /\/packages\/([a-z]+)\/dist\//.exec(url)?.[1] ?? []);
  return [...new Set(loaded)].sort();
}

it("what every command line is read with loads none of the packages that commands run", async () => {
  expect(await packagesLoadedBy("--version")).toEqual(["cli", "core", "schema"]);
});

it("what is written here so that relay is not loaded is what relay says", () => {
  expect({ shardNames, minLeaseMs }).toEqual({ shardNames: namesOfRelay, minLeaseMs: minOfRelay });
});
