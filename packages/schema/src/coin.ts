export * from "./operations/coin/index.js";
