import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { decoderBytes } from "./module-bytes.js";

test("the leaf is what the AssemblyScript source gives", { timeout: 120_000 }, () => {
  const build = fileURLToPath(new URL("../../assembly/build.mjs", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [build, "--check"], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("the module imports nothing", () => {
  expect(WebAssembly.Module.imports(new WebAssembly.Module(decoderBytes()))).toEqual([]);
});
