/**
 * Finds a seed in the text of a key file: the first line is a seed, further ones are `ACCOUNT SEED`.
 *
 * @param account undefined, or one that no line names: the first seed
 */
export function seedIn(text: string, account?: string): string {
  const [first = "", ...others] = text.trim().split("\n");
  return others.map((line) => line.trim().split(/\s+/)).find(([name]) => name === account)?.[1] ?? first.trim();
}
