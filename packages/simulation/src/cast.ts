/** Accounts of the traders. */
export const traderAccounts = [300_001, 300_002] as const;

/** How many traders a world has. */
export const traders: number = traderAccounts.length;

/** Whether books are relayed in a world too: in one of three. */
export function hasRelay(seed: number): boolean {
  return seed % 3 === 0;
}
