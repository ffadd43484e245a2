/** What a start does when it finds less than was acknowledged, or files that are not as they were left. */
export type OlderState = "refuse" | "accept";
