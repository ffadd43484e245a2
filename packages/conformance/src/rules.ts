/** When a book may be called live, by the numbers that cases name. */
export const bookRules: Readonly<Record<number, string>> = {
  1: "a snapshot is told from an update, and a message that is both is neither",
  2: "an old snapshot is not taken, nor one that nobody asked for and that contradicts the book",
  3: "an update is not applied twice, and a counter that begins anew does not freeze the book",
  4: "a step of the counter by more than one is a gap",
  5: "a snapshot without a number proves nothing by itself",
  6: "numbers are compared within one connection and one subscription alone",
  7: "a price that is both set and deleted is ambiguous",
  8: "doubled prices, unknown deletions, zero and negative quantities",
  9: "messages and books beyond their bounds",
  10: "a book whose best bid is not below its best ask is not live",
  11: "a lost or late snapshot is asked for again",
  12: "a message of another pair touches no book, and one without a number ends in a gap",
  13: "a damaged frame is a gap",
  14: "silence is not liveness",
  15: "a client that was stopped shows nothing old as live for long",
  16: "levels belong to the number that they are shown with",
};
