import { expect, it } from "vitest";
import {
  openClearing,
  openCoinAccounts,
  openFrozen,
  openHouseAccount,
  openMargin,
  openVenueAccounts,
} from "./chart.js";
import { Ledger, type LedgerAccount } from "./ledger.js";

const contract = { pair: "4BTC_USDT", coin: "USDT" };

/** Every account as `name coin` and whom it backs. */
function chartOf(accounts: readonly LedgerAccount[]): readonly (readonly [name: string, backs: number])[] {
  return accounts.map(({ name, coin, backs }) => [`${name} ${coin}`, backs]);
}

it("the venue's accounts of a coin back nobody", () => {
  const ledger = new Ledger();
  openVenueAccounts(ledger, "BTC");
  openClearing(ledger, "5BTC_USD", "BTC");
  openHouseAccount(ledger, 5, "BTC");
  expect(chartOf(ledger.accounts())).toEqual([
    ["venue/fees BTC", 0],
    ["venue/insurance BTC", 0],
    ["venue/liquidation BTC", 0],
    ["venue/funding BTC", 0],
    ["venue/rounding BTC", 0],
    ["world BTC", 0],
    ["clearing/5BTC_USD BTC", 0],
    ["house/5 BTC", 0],
  ]);
});

it("of a user's accounts those back his positions that a liquidation looks at", () => {
  const ledger = new Ledger();
  const { coin } = openCoinAccounts(ledger, 1001, "USDT");
  openMargin(ledger, 1001, contract, "long");
  openFrozen(ledger, 1001, contract);
  expect(coin).toBe("USDT");
  expect(chartOf(ledger.accounts())).toEqual([
    ["user/1001/wallet USDT", 0],
    ["user/1001/spot USDT", 0],
    ["user/1001/withdrawing USDT", 0],
    ["user/1001/free USDT", 1001],
    ["user/1001/promotion USDT", 0],
    ["user/1001/debt USDT", 1001],
    ["user/1001/margin/4BTC_USDT/long USDT", 1001],
    ["user/1001/frozen/4BTC_USDT USDT", 1001],
  ]);
});
