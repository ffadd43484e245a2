export { getCoinConfigurations } from "./operations/wallet/get-coin-configurations.js";
export { getDepositAddress } from "./operations/wallet/get-deposit-address.js";
export { getMainAssets } from "./operations/wallet/get-main-assets.js";
export { getSpotAssets } from "./operations/wallet/get-spot-assets.js";
export { listDeposits } from "./operations/wallet/list-deposits.js";
export { listWithdrawals } from "./operations/wallet/list-withdrawals.js";
export { type WithdrawInput, withdraw } from "./operations/wallet/withdraw.js";
