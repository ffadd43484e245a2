/** An account of the exchange. Numbers below {@link firstUserAccount} are the house's: agents, who trade without margin. */
export type AccountId = number;

/** User accounts start here. */
export const firstUserAccount = 1000;
