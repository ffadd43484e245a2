/** An account of the exchange. Numbers below {@link firstUserAccount} are the house's: agents, who trade without margin. */
export type AccountId = number;

/** User accounts start here. */
export const firstUserAccount = 1000;

/** The last user account: what follows from its number, such as a deposit's tag, stays far below 2^53. */
export const lastUserAccount = 999_999_999_999;
