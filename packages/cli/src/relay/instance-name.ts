import { hostname } from "node:os";

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
