import { realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, parse, relative, resolve, sep } from "node:path";
import type { Confine, Context } from "../../program/context.js";
import { Refused } from "../../program/refused.js";
import { keyFolderOf } from "../../venue/find-credential.js";
import type { McpFlags } from "./flags.js";

/** Where the sandbox and the command keep keys. */
const keyFolderName = ".depthwire";

/**
 * What tools may read: the working directory and the directories of `--files`, without keys.
 *
 * @throws Refused `usage` where one of these is no directory
 */
export async function confineTo(flags: McpFlags, context: Context): Promise<Confine> {
  const { workingDirectory } = context;
  const absolute = (path: string): string => resolve(workingDirectory, path);
  for (const directory of flags.files) {
    const found = await stat(absolute(directory)).catch(() => undefined);
    if (found?.isDirectory() !== true) {
      throw new Refused("usage", `--files ${directory}: there is no such directory`);
    }
  }
  const named = await Promise.all(flags.files.map((path) => realEnough(absolute(path))));
  const own = await realEnough(workingDirectory);
  // Some clients start servers in the root: nobody meant the whole disk by that.
  const open = own === parse(own).root ? named : [own, ...named];
  const keys = [keyFolderOf(flags, context), flags.credential, flags.passphraseFile];
  const closed = await Promise.all(keys.flatMap((path) => (path === undefined ? [] : [realEnough(absolute(path))])));
  return async (path) => {
    const real = await realEnough(absolute(path));
    const isKey = real.toLowerCase().split(sep).includes(keyFolderName) || closed.some((one) => isWithin(real, one));
    if (isKey || !open.some((one) => isWithin(real, one))) {
      throw new Refused(
        "path-outside",
        `${path} is not read: it ${isKey ? "is where keys are" : "leads out of the directories that the server may read"}`,
        isKey ? undefined : "Whoever starts the server can name more of them: depthwire mcp --files DIR.",
      );
    }
    return real;
  };
}

/** The real path; of what is not there, that of its nearest directory and the rest. */
async function realEnough(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : resolve(await realEnough(above), relative(above, path));
  }
}

function isWithin(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}
