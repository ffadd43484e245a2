export { getCoinConfigurations } from "./get-coin-configurations.js";
export { getDepositAddress } from "./get-deposit-address.js";
export { getMainAssets } from "./get-main-assets.js";
export { getSpotAssets } from "./get-spot-assets.js";
export { listDeposits } from "./list-deposits.js";
export { listWithdrawals } from "./list-withdrawals.js";
export { withdraw } from "./withdraw.js";
