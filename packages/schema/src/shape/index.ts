export * from "./composite.js";
export * from "./enumeration.js";
export * from "./operation.js";
export * from "./rule.js";
export * from "./scalar.js";
export * from "./shape.js";
export * from "./value.js";
