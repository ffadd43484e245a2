/** What the package is for. Its specs are found by their names. */
export const purpose = "specs that join packages";
