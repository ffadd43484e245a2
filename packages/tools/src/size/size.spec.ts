import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type SizeName, sizeBudgets, sizeNames } from "./budgets.js";
import { type BundleSize, bundleSize } from "./bundle.js";
import { parseSizeOptions } from "./options.js";

const entries = fileURLToPath(new URL("../../dist/size/entries/", import.meta.url));
const measured = new Map<SizeName, Promise<BundleSize>>(
  sizeNames.map((name) => [name, bundleSize(`${entries}${sizeBudgets[name].entry}.js`)]),
);
const sizeOf = (name: SizeName): Promise<BundleSize> => measured.get(name) as Promise<BundleSize>;

describe("what the smallest useful parts cost a page, minified and compressed", () => {
  it.each(sizeNames)("%s stays within its budget (npm run size -- --inputs shows what grew)", async (name) => {
    expect((await sizeOf(name)).bytes).toBeLessThanOrEqual(sizeBudgets[name].maxBytes);
  });

  it("names what each file adds, from the folder of the packages", async () => {
    const { inputs, minifiedBytes } = await sizeOf("sign");
    expect(inputs[0]?.file).toBe("core/dist/digest/md5-compress.gen.js");
    const sum = inputs.reduce((bytes, input) => bytes + input.minifiedBytes, 0);
    expect(sum).toBeLessThanOrEqual(minifiedBytes);
    expect(sum).toBeGreaterThan(minifiedBytes / 2);
  });
});

describe("npm run size", () => {
  const quiet = { out: () => undefined, err: () => undefined };

  it("measures what is built, or what is packed", () => {
    expect(parseSizeOptions([], quiet)).toEqual({ packages: "built", listed: "none", summary: "text" });
    expect(parseSizeOptions(["--packed", "--inputs", "--json"], quiet)).toEqual({
      packages: "packed",
      listed: "all",
      summary: "json",
    });
  });

  it("refuses what it does not know", () => {
    const told: string[] = [];
    expect(parseSizeOptions(["--pack"], { out: () => undefined, err: (text) => told.push(text) })).toEqual({
      exitCode: 2,
    });
    expect(told.join("")).toContain("--pack: there is no such option");
  });
});
