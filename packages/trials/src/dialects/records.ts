/** What the records of documents and notes look like, by subject. */
export * from "./records/contracts.js";
export * from "./records/orders.js";
export * from "./records/positions.js";
export * from "./records/spot.js";
export * from "./records/wallet.js";
