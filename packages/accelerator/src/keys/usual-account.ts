/** The account that is meant where none is named. */
export const usualAccount = "default";
