import { posix } from "node:path";
import type { Block } from "./block.js";

/**
 * The text of a block behind that of those that it continues, each once, in order.
 *
 * @param all every block of every page
 * @throws Error where a block continues one that is not there, or itself
 */
export function wholeText(block: Block, all: readonly Block[]): string {
  const texts: string[] = [];
  const done = new Set<Block>();
  const add = (one: Block, behind: readonly Block[]): void => {
    if (behind.includes(one)) {
      throw new Error(`${placeOf(one)}: it continues itself`);
    }
    if (done.has(one)) {
      return;
    }
    for (const name of one.words.after?.split(",") ?? []) {
      add(named(name, one, all), [...behind, one]);
    }
    done.add(one);
    texts.push(one.text);
  };
  add(block, []);
  return `${texts.join("\n")}\n`;
}

/** Page and line, for people. */
export function placeOf({ page, line }: Block): string {
  return `${page}:${line}`;
}

function named(name: string, by: Block, all: readonly Block[]): Block {
  const [first = "", second] = name.split("#");
  const page = second === undefined ? by.page : posix.join(posix.dirname(by.page), first);
  const found = all.filter((block) => block.page === page && block.words.name === (second ?? first));
  if (found.length !== 1 || found[0] === undefined) {
    throw new Error(`${placeOf(by)}: it continues ${name}, and there are ${found.length} blocks of that name`);
  }
  return found[0];
}
