import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { Refused } from "../program/refused.js";
import type { OpenedAccount } from "./open-account.js";
import { writeOwnFile } from "./own-file.js";

/** A halt that lasts: this user's commands open nothing at this venue with this account. */
export interface HaltMark {
  readonly venue: string;
  /** Where its key came from, for people. */
  readonly from: string;
  /** The name of a kept key: it stays halted when its key is replaced. */
  readonly account?: string;
  /** Of the API key, from which nobody finds it out: the same key is halted from wherever it comes. */
  readonly keyDigest: string;
  readonly reason: string;
  readonly sinceMs: number;
}

type Marked = Pick<OpenedAccount, "venue" | "from" | "account" | "credential" | "folder">;
type Identity = Omit<HaltMark, "reason" | "sinceMs">;

/** Halts of this account at this venue. A mark that cannot be read counts as one: nobody knows for whom it was made. */
export async function haltsOf(account: Marked): Promise<readonly HaltMark[]> {
  return (await marksFor(account)).map(({ mark }) => mark);
}

/** Keeps a halt; it holds from the moment this returns. */
export async function keepHalt(account: Marked, reason: string, sinceMs: number): Promise<HaltMark> {
  const mark = { ...identityOf(account), reason, sinceMs };
  await writeOwnFile(folderOf(account), `${fileNameOf(mark)}.json`, mark);
  return mark;
}

/** Ends the halts of this account. @returns how many there were */
export async function endHalts(account: Marked): Promise<number> {
  const marks = await marksFor(account);
  await Promise.all(marks.map(({ path }) => rm(path, { force: true })));
  return marks.length;
}

/**
 * @throws Refused `halted`
 */
export async function checkNotHalted(account: Marked): Promise<void> {
  const [mark] = await haltsOf(account);
  if (mark !== undefined) {
    const since = new Date(mark.sinceMs).toISOString();
    throw new Refused(
      "halted",
      `Nothing was sent: ${mark.from} is halted at ${mark.venue} since ${since} (${mark.reason})`,
      "Find out why; then let orders through again with: depthwire halt --resume.",
      mark,
    );
  }
}

async function marksFor(account: Marked): Promise<readonly { readonly mark: HaltMark; readonly path: string }[]> {
  const folder = folderOf(account);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return [];
    }
    const remedy = "Make it readable: an order must not be opened while it is not known.";
    throw new Refused("halted", `Whether orders are halted cannot be read from ${folder} (${error.code})`, remedy);
  });
  const own = identityOf(account);
  const files = names.filter((name) => name.endsWith(".json")).map((name) => join(folder, name));
  const read = await Promise.all(
    files.map(async (path) => ({ path, mark: (await readMark(path)) ?? unreadable(own) })),
  );
  return read.filter(
    ({ mark }) =>
      mark.venue === own.venue &&
      (mark.keyDigest === own.keyDigest || (mark.account !== undefined && mark.account === own.account)),
  );
}

async function readMark(path: string): Promise<HaltMark | undefined> {
  try {
    const mark = JSON.parse(await readFile(path, "utf8")) as HaltMark;
    const isWhole = [mark.venue, mark.from, mark.keyDigest, mark.reason].every((part) => typeof part === "string");
    return isWhole && Number.isFinite(mark.sinceMs) ? mark : undefined;
  } catch {
    return undefined;
  }
}

function unreadable(own: Identity): HaltMark {
  return { ...own, reason: "a mark that cannot be read", sinceMs: 0 };
}

function identityOf({ venue, from, account, credential }: Marked): Identity {
  const keyDigest = createHash("sha256").update(`depthwire ${credential.revealApiKey()}`).digest("hex");
  return { venue: oneName(venue.rest), from, ...(account === undefined ? {} : { account }), keyDigest };
}

/** The same venue under another spelling. */
function oneName(rest: string): string {
  const { protocol, host, pathname } = new URL(rest);
  return `${protocol}//${host.replace(/^(localhost|\[::1\])(?=:|$)/, "127.0.0.1")}${pathname === "/" ? "" : pathname}`;
}

function folderOf({ folder }: Marked): string {
  return join(folder, "halts");
}

function fileNameOf({ venue, account, keyDigest }: Identity): string {
  return createHash("sha256")
    .update(`${venue}\n${account ?? ""}\n${keyDigest}`)
    .digest("hex")
    .slice(0, 32);
}
