import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Refused } from "../../program/refused.js";

/** Beside `dist` and `src`, in the package. */
const templateFolder = fileURLToPath(new URL("../../../templates/quoting-bot/", import.meta.url));

/** Names that npm would not pack as they are. */
const renamed: Readonly<Record<string, string>> = { gitignore: ".gitignore" };

/** What stands in the templates in place of the project's name. */
const placeholder = "PROJECT_NAME";

/** What a project is made of, beside the template. */
export interface Project {
  readonly name: string;
  /** Its package.json. */
  readonly manifest: object;
}

/** @throws Refused `file-exists` where the folder holds something, or is a file */
export async function requireEmpty(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return [];
    }
    throw new Refused("file-exists", `${directory} is there already and is no folder`, "Choose another name.");
  });
  if (names.length > 0) {
    throw new Refused(
      "file-exists",
      `${directory} is there already and is not empty`,
      "Choose another name, or empty it.",
    );
  }
}

/** Writes the files. @returns their paths, relative to the directory */
export async function writeProject(directory: string, { name, manifest }: Project): Promise<readonly string[]> {
  const files = new Map([["package.json", `${JSON.stringify(manifest, undefined, 2)}\n`]]);
  for (const entry of await readdir(templateFolder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      const text = await readFile(path, "utf8");
      const relative = path.slice(templateFolder.length);
      files.set(renamed[relative] ?? relative, text.replaceAll(placeholder, name));
    }
  }
  for (const [path, text] of files) {
    const target = join(directory, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text, { flag: "wx" });
  }
  return [...files.keys()].sort();
}
