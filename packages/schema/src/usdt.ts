export * from "./operations/usdt/index.js";
