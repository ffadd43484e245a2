import { readFile } from "node:fs/promises";

/** The page, which the dashboard's build puts into this package; the same from sources and from `dist`. */
const pageFolder = new URL("../../app/", import.meta.url);

/** Types of the page's files by their ending. */
const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
};

/** A file of the page. */
export interface PageFile {
  readonly type: string;
  readonly text: string;
}

/** Reads a file of the page; undefined where there is none of that name. A page that is built anew has new names. */
export async function readPageFile(name: string): Promise<PageFile | undefined> {
  const type = types[name.slice(name.lastIndexOf(".") + 1)];
  if (type === undefined || !/^(?:assets\/)?[\w-]+(?:\.[\w-]+)+$/.test(name)) {
    return undefined;
  }
  try {
    return { type, text: await readFile(new URL(name, pageFolder), "utf8") };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}
