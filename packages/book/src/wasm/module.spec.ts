import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { decodeBase64 } from "./decode-base64.js";
import { wasmModuleBase64 } from "./module.gen.js";

test("the leaf is what the AssemblyScript source gives", { timeout: 120_000 }, () => {
  const build = fileURLToPath(new URL("../../assembly/build.mjs", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [build, "--check"], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("the module imports nothing", () => {
  expect(WebAssembly.Module.imports(new WebAssembly.Module(decodeBase64(wasmModuleBase64)))).toEqual([]);
});

test.each(["", "f", "fo", "foo", "foob", "fooba", "foobar", "\0\xff\xfe/+"])("base64 of %j", (text) => {
  const bytes = Buffer.from(text, "latin1");
  expect(Buffer.from(decodeBase64(bytes.toString("base64"))).equals(bytes)).toBe(true);
});
