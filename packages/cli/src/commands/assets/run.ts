import { compareDecimal } from "@depthwire/core";
import type { RestClient } from "@depthwire/rest";
import type { AssetBalance, ContractAsset } from "@depthwire/schema";
import type { RunCommand } from "../../program/command.js";
import { type Column, table } from "../../program/table.js";
import { openAccount } from "../../trading/open-account.js";
import type { AccountFlags } from "../../trading/trade-options.js";

const contractColumns: readonly Column<ContractAsset>[] = [
  { title: "coin", of: ({ coin }) => coin },
  { title: "available", of: ({ available }) => available, isNumber: true },
  { title: "fixed margin", of: ({ fixedMargin }) => fixedMargin, isNumber: true },
  { title: "cross margin", of: ({ crossMargin }) => crossMargin, isNumber: true },
];

const balanceColumns: readonly Column<AssetBalance>[] = [
  { title: "coin", of: ({ coin }) => coin },
  { title: "available", of: ({ available }) => available, isNumber: true },
  { title: "frozen", of: ({ frozen }) => frozen, isNumber: true },
  { title: "in USD", of: ({ valueUsd }) => valueUsd, isNumber: true },
];

const nothing = "Nothing is there.";

interface Listed {
  readonly items: readonly object[];
  readonly text: (columns: number) => string;
}

/** Lists assets: an item each. */
export const run: RunCommand<AccountFlags> = async ({ arguments: [place], options }, context) => {
  const { output, screen, signal } = context;
  await using account = await openAccount(options, context);
  const { items, text } = await listed(account.rest, String(place), signal);
  if (output.isJson) {
    for (const item of items) {
      output.item(item);
    }
  }
  output.result({ place, assets: items.length }, items.length === 0 ? nothing : text(screen.size().columns));
  return undefined;
};

async function listed({ usdt, wallet }: RestClient, place: string, signal: AbortSignal): Promise<Listed> {
  if (place === "contracts") {
    const items = await usdt.getAssets({}, { signal });
    return { items, text: (columns) => table(items, contractColumns, columns) };
  }
  const ask = place === "wallet" ? wallet.getMainAssets : wallet.getSpotAssets;
  const { assets: items } = await ask({ detail: "every-coin" }, { signal });
  // Coins of which nothing is there are for programs.
  const held = items.filter(({ available, frozen }) =>
    [available, frozen].some((amount) => compareDecimal(amount, "0") > 0),
  );
  return { items, text: (columns) => (held.length === 0 ? nothing : table(held, balanceColumns, columns)) };
}
