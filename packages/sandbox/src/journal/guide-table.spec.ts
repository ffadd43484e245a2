import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { HarmedVenue, harms, log, table } from "../spec-support/harmed-venue.js";
import { StoreError } from "../store/store-error.js";

const guide = fileURLToPath(new URL("../../../../docs/guides/sandbox.md", import.meta.url));
const heading = "### What a start finds out";

/** What the guide says about each thing that may happen: the codes of its two columns; none where the venue starts. */
async function readTable(): Promise<ReadonlyMap<string, readonly [readonly string[], readonly string[]]>> {
  const text = await readFile(guide, "utf8");
  const section = text.slice(text.indexOf(heading)).split("\n### ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| "));
  const codes = (cell = ""): readonly string[] => [...cell.matchAll(/`(store-[a-z]+)`/g)].map(([, code = ""]) => code);
  return new Map(
    rows.slice(1).map((row) => {
      const [, what = "", closed, killed] = row.split("|").map((cell) => cell.trim());
      return [what.replaceAll("`", ""), [codes(closed), codes(killed)]];
    }),
  );
}

type Happening = (venue: HarmedVenue) => Promise<unknown>;

/** By the beginning of the guide's words. */
const happenings: Readonly<Record<string, Happening>> = {
  "a log cut": (venue) => venue.harm(log, harms.cut),
  "a log that holds": (venue) => venue.harm(log, harms.double),
  "a table lost": (venue) => venue.harm(table, harms.remove),
  "a table with other bytes": (venue) => venue.harm(table, harms.zero),
  "a file of the database": async (venue) =>
    writeFile(join(venue.directory, "999999.log"), await readFile(join(venue.directory, await venue.fileLike(log)))),
  "any other file": (venue) => writeFile(join(venue.directory, "notes.txt"), "mine"),
  "all files removed": (venue) => venue.removeAllButMarks(),
  ".closed lost": (venue) => rm(join(venue.directory, ".closed"), { force: true }),
  ".kept lost": (venue) => venue.harm(/^\.kept$/, harms.remove),
  "a mark damaged": (venue) => venue.harm(/^\.kept$/, harms.flip),
  "a torn end": (venue) => venue.harm(log, harms.tear),
};

/** No harm to files: the venue's run of the machine is over. `data-damage.spec.ts` has it. */
const elsewhere = "the machine was lost";

/** A venue with a log and a table. */
async function makeVenue(how: "closed" | "killed"): Promise<HarmedVenue> {
  const venue = await HarmedVenue.prepare();
  await venue.make("closed");
  const { sandbox } = await venue.open();
  await venue.end(sandbox, how);
  return venue;
}

async function startCode(venue: HarmedVenue): Promise<string> {
  try {
    await (await venue.open()).sandbox.close();
    return "starts";
  } catch (error) {
    if (error instanceof StoreError) {
      return error.code;
    }
    throw error;
  }
}

describe("the guide's table of what a start finds out", () => {
  it("has a row for each thing that is tried here, and no other", async () => {
    const found = [...(await readTable()).keys()];
    const known = [...Object.keys(happenings), elsewhere];
    expect(found.map((what) => known.find((words) => what.startsWith(words)) ?? what)).toEqual(known);
  });

  it.each(Object.entries(happenings))("is right about this: %s", async (words, happen) => {
    const rows = await readTable();
    const row = [...rows].find(([what]) => what.startsWith(words))?.[1] ?? [];
    for (const [column, how] of (["closed", "killed"] as const).entries()) {
      const venue = await makeVenue(how);
      await happen(venue);
      const codes = row[column] ?? [];
      expect(codes.length === 0 ? ["starts"] : codes).toContain(await startCode(venue));
    }
  });
});
