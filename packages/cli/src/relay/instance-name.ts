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

/** Longest name that is taken: those of threads have a number behind it. */
const maxNameCharacters = 37;

/**
 * The name that was typed, or the usual one.
 *
 * @throws Refused `usage`
 */
export function instanceName(typed: string | undefined): string {
  const name = typed ?? usualInstanceName();
  if (!/^[\w-]+$/.test(name) || name.length > maxNameCharacters) {
    const rule = `1 to ${maxNameCharacters} letters, digits, hyphens or underscores`;
    throw new Refused("usage", `--name ${name}: it takes ${rule}`, "It becomes a part of a subject on the bus.");
  }
  return name;
}
