import { type ImportEdge, importsOf, resolveImport } from "./imports.js";

/** Modules that reach sockets, threads, processes or timers. */
const liveModules: ReadonlySet<string> = new Set([
  "node:child_process",
  "node:dgram",
  "node:http",
  "node:https",
  "node:net",
  "node:timers",
  "node:timers/promises",
  "node:tls",
  "node:worker_threads",
  "@hono/node-server",
  "piscina",
  "undici",
  "ws",
]);

/** Calls that wait for the machine's time or read it. */
const liveCalls =
  /\b(?:setTimeout|setInterval|setImmediate|fetch)\(|\bperformance\.now\(|\bexpect\.poll\(|\bnew Worker\(/;

/** Reads a source file; `undefined` when it does not exist. */
export type ReadSource = (path: string) => string | undefined;

/**
 * Whether a file, or anything that it imports, reaches a socket, a thread, a process or the machine's time: such a spec
 * can fail by chance, and passes only where it waits for conditions. What a package's entry passes on counts for those
 * who take it.
 */
export function isLive(path: string, read: ReadSource): boolean {
  const seen = new Set<string>();
  const open: { readonly path: string; readonly wanted: readonly string[] | undefined }[] = [
    { path, wanted: undefined },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const key = `${next.path} ${next.wanted?.join(",") ?? "*"}`;
    if (seen.has(key)) {
      continue;
    }
    seen.add(key);
    const text = read(next.path);
    if (text === undefined) {
      continue;
    }
    if (liveCalls.test(text)) {
      return true;
    }
    for (const edge of importsOf(text)) {
      if (liveModules.has(edge.specifier)) {
        return true;
      }
      const target = resolveImport(next.path, edge.specifier);
      const wanted = wantedThrough(edge, next.wanted);
      if (target !== undefined && wanted !== "nothing") {
        open.push({ path: target, wanted });
      }
    }
  }
  return false;
}

/** What is taken of the file behind an edge, when `wanted` is taken of the file that has it. */
function wantedThrough(
  { kind, names }: ImportEdge,
  wanted: readonly string[] | undefined,
): readonly string[] | undefined | "nothing" {
  if (kind === "import" || wanted === undefined) {
    return names;
  }
  if (names === undefined) {
    return wanted;
  }
  const taken = names.filter((name) => wanted.includes(name));
  return taken.length === 0 ? "nothing" : taken;
}
