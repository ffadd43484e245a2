export * from "./get-coin-configurations.js";
export * from "./get-deposit-address.js";
export * from "./get-main-assets.js";
export * from "./get-spot-assets.js";
export * from "./list-deposits.js";
export * from "./list-withdrawals.js";
export * from "./withdraw.js";
