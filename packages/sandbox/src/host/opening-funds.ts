import type { Command } from "@depthwire/exchange";
import { keyPermissions, type Market } from "@depthwire/exchange/internal";
import { type ApiAccount, demoUserId } from "../keys/api-keys.js";
import type { SandboxSettings } from "../options.js";
import type { VenueTerms } from "../terms/terms-options.js";

/** What the demo account begins with, in each settlement coin: enough to be careless for a day. */
const demoFunds: Readonly<Record<string, string>> = { USDT: "10000", BIX: "1000" };

/** What the demo account begins with in any other coin. */
const demoCoins = "1";

/** What every insurance fund begins with where the terms name nothing else: USDT, and any other coin. */
const insurance = { usdt: "1000000", other: "100" } as const;

function settleCoins(markets: readonly Market[]): readonly string[] {
  const contracts = markets.filter((market) => market.family !== "spot");
  const coins = contracts.map((market) => (market.family === "coin-margined" ? market.coin : "USDT"));
  return [...new Set(coins)];
}

/** The coin whose coin-margined contract a strategy trades for the demo account. */
const strategyCoin = "BTC";

/** The demo account's key, which may do everything. */
export function openDemoKey({ userId, apiKey, apiSecret }: ApiAccount): Command {
  return { kind: "open-key", account: userId, apiKey, apiSecret, permissions: keyPermissions, addresses: [] };
}

/** What gives the markets a past, if they are to have one. */
export function pastCommands({ historyMs }: Pick<SandboxSettings, "historyMs">): readonly Command[] {
  return historyMs === 0 ? [] : [{ kind: "make-history", ms: historyMs }];
}

/** The first commands of a sandbox: money for the demo account, half of it in the wallet, and for the insurance funds. */
export function openingCommands(markets: readonly Market[], terms: Pick<VenueTerms, "insurance">): readonly Command[] {
  const coins = settleCoins(markets);
  const funds = coins.map((coin): Command => {
    const amount = terms.insurance[coin] ?? (coin === "USDT" ? insurance.usdt : insurance.other);
    return { kind: "fund-insurance", coin, amount };
  });
  const purses = [...coins, "BIX"].flatMap((coin) =>
    (["contract", "wallet"] as const).map((purse): Command => {
      return { kind: "credit", account: demoUserId, coin, amount: demoFunds[coin] ?? demoCoins, purse };
    }),
  );
  const strategies = coins
    .filter((coin) => coin === strategyCoin)
    .map((coin): Command => ({ kind: "start-strategy", account: demoUserId, pair: `5${coin}_USD` }));
  return [...funds, ...purses, ...strategies];
}
