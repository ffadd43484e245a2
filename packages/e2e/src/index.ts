export * from "./book-witness.js";
export * from "./check-view.js";
