import { existsSync, statSync } from "node:fs";
import { posix } from "node:path";

/** Where the repository is published; links to what is no page of the site lead there. */
const repositoryUrl = "https://github.com/depthwire/depthwire";

/** What links may lead to. */
export interface LinkTargets {
  /** The repository's folder. */
  readonly root: string;
  /** Paths that are pages of the site. */
  readonly pages: ReadonlySet<string>;
  /** Files that the site carries as they are, by the path that documents name; filled while links are written. */
  readonly carried: Set<string>;
}

/** Forms that a browser shows or a generator downloads. */
const carriedForms = /\.(?:webp|png|svg|json)$/;

/**
 * The text of a document with each link leading where it leads on the site: to a page, to a file that the site carries, or to the
 * repository. Blocks of code stay as they are.
 *
 * @param path of the document
 * @throws Error where a link leads to nothing
 */
export function writeLinks(text: string, path: string, targets: LinkTargets): string {
  const parts = text.split(/^(```.*?^```)/ms);
  return parts.map((part) => (part.startsWith("```") ? part : linksOfProse(part, path, targets))).join("");
}

function linksOfProse(text: string, path: string, targets: LinkTargets): string {
  return text.replace(
    /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g,
    (whole, image: string, words: string, target: string) => {
      const inRepository = pathInRepository(target, path);
      return inRepository === undefined ? whole : `${image}${linkTo(words, path, inRepository, targets)}`;
    },
  );
}

/** The path and anchor of what a link means within the repository; `undefined` for other addresses and for anchors of the page itself. */
function pathInRepository(target: string, from: string): string | undefined {
  const published = new RegExp(`^${repositoryUrl}/(?:blob|tree)/main/(.*)$`).exec(target)?.[1];
  if (published !== undefined) {
    return published;
  }
  if (/^[a-z]+:/.test(target) || target.startsWith("#")) {
    return undefined;
  }
  return posix.normalize(posix.join(posix.dirname(from), target));
}

function linkTo(words: string, from: string, target: string, targets: LinkTargets): string {
  const [path = "", anchor] = target.split("#");
  const fragment = anchor === undefined ? "" : `#${anchor}`;
  const here = (to: string) => `[${words}](${posix.relative(posix.dirname(from), to)}${fragment})`;
  const page = [path, `${path}.md`, posix.join(path, "README.md")].find((candidate) => targets.pages.has(candidate));
  if (page !== undefined) {
    return here(page);
  }
  const packageName = /^packages\/([\w-]+)\/?(?:README\.md)?$/.exec(path)?.[1];
  // One that is a command alone has no module, and so no page of TypeDoc's.
  if (packageName !== undefined && existsSync(posix.join(targets.root, `packages/${packageName}/src/index.ts`))) {
    return `{@link @depthwire/${packageName}! | ${words}}`;
  }
  const file = posix.join(targets.root, path);
  if (!existsSync(file)) {
    throw new Error(`${from}: a link leads to ${path}, which is not there`);
  }
  if (carriedForms.test(path)) {
    targets.carried.add(path);
    return here(path);
  }
  return `[${words}](${repositoryUrl}/${statSync(file).isDirectory() ? "tree" : "blob"}/main/${path}${fragment})`;
}
