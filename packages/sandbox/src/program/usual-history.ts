/** What the programs' markets have behind them where nothing is said: two days, in milliseconds. */
export const usualHistoryMs = 172_800_000;
