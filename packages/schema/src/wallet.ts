export * from "./operations/wallet/index.js";
