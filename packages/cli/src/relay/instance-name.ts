import { hostname } from "node:os";
import { Refused } from "../program/refused.js";

/** Longest part of the host's name that is kept: an owner's name has an ending too, and 64 characters at most. */
const maxHostCharacters = 24;

/** A name for this process on the bus: that of its host. Two on one host need names of their own. */
export function usualInstanceName(): string {
  const host = hostname()
    .split(".")[0]
    ?.replace(/[^\w-]/g, "-")
    .slice(0, maxHostCharacters);
  return host === undefined || host === "" ? "host" : host;
}

/** Longest name that is taken. */
const maxNameCharacters = 37;

/**
 * The name that was typed, or the usual one.
 *
 * @param threads how many instances share it; each has its number behind it
 * @throws Refused `usage`
 */
export function instanceName(typed: string | undefined, threads = 1): string {
  const name = typed ?? usualInstanceName();
  const longest = maxNameCharacters - (threads > 1 ? nameOfThread("", threads).length : 0);
  if (!/^[\w-]+$/.test(name) || name.length > longest) {
    const rule = `1 to ${longest} letters, digits, hyphens or underscores`;
    throw new Refused("usage", `--name ${name}: it takes ${rule}`, "It becomes a part of a subject on the bus.");
  }
  return name;
}

/** The name of the instance in a thread, from 1. */
export function nameOfThread(name: string, thread: number): string {
  return `${name}-${thread}`;
}
