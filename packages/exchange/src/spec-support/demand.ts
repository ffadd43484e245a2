/** Throws when a law does not hold. */
export function demand(holds: boolean, law: string): void {
  if (!holds) {
    throw new Error(`broken law: ${law}`);
  }
}
