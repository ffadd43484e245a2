/** One page of the site as Markdown, before TypeDoc renders it. */
export interface SitePage {
  /** Where it stands below the folder of pages; a document of the repository keeps its path. */
  readonly path: string;
  /** What navigation and heading call it. */
  readonly title: string;
  /** GitHub's Markdown without the title. Links are relative to {@link SitePage.path}. */
  readonly markdown: string;
}

/** A page and the pages that navigation shows below it. */
export interface PageTree extends SitePage {
  readonly children: readonly PageTree[];
}

/** Every page of a tree, itself first. */
export function pagesOf(tree: PageTree): readonly PageTree[] {
  return [tree, ...tree.children.flatMap(pagesOf)];
}

/** Parts of a page, set apart by empty lines; an absent part is left out. */
export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}

/** A fenced block. */
export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
