export * from "./enums/order-side.js";
export * from "./names/pair.js";
export * from "./records/scalars.js";
export * from "./shape/index.js";
