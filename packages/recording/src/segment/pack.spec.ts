import { readFileSync } from "node:fs";
import * as msgpackr from "msgpackr";
import { describe, expect, it } from "vitest";
import { createPacking } from "./pack.js";

const values = [1, -1, 2 ** 40, 47_744.9, "4BTC_USDT", "ü", true, Uint8Array.of(1, 2, 3), ["inner", 7]] as const;

describe("what packs", () => {
  it("is the library bundled: either reads what the other wrote", () => {
    const packing = createPacking();
    const packed = packing.pack(values).slice();
    const byLibrary = new msgpackr.Packr({ useRecords: false }).pack(values);
    expect(Buffer.from(packed)).toEqual(Buffer.from(byLibrary));
    expect(packing.unpack(byLibrary, 0, byLibrary.length)).toEqual(new msgpackr.Unpackr({}).unpack(packed));
  });

  it("has its licence with it, and brings no package: the only one is what deflates archives, which is plain JavaScript", () => {
    const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
    expect(read("vendor/msgpackr.js")).toContain("Copyright (c) 2020 Kris Zyp");
    const { dependencies } = JSON.parse(read("package.json")) as { readonly dependencies: object };
    expect(Object.keys(dependencies).filter((name) => !name.startsWith("@depthwire/"))).toEqual(["fflate"]);
  });
});
