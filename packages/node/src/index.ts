export * from "./clock.js";
export * from "./inflate.js";
