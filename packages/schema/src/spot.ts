export * from "./operations/spot/index.js";
