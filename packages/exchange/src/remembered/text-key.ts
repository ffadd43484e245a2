const offset = 0x811c9dc5;
const prime = 0x01000193;

/** A number for a text that belongs to another number. Others may have the same. */
export function textKey(owner: number, text: string): number {
  let key = Math.imul(offset ^ owner, prime);
  for (let i = 0; i < text.length; i++) {
    key = Math.imul(key ^ text.charCodeAt(i), prime);
  }
  return key >>> 0;
}
