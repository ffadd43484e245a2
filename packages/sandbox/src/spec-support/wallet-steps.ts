import type { Answered, RestKit } from "./rest-kit.js";

/** Where withdrawals of the specs go. */
export const outsideAddress = "0x52908400098527886e0f7030069857d2e4169ee7";

/** A page of deposits or withdrawals. */
export interface WalletPage {
  readonly count: number;
  readonly page: number;
  readonly items: readonly Record<string, unknown>[];
}

/** A user of his own with money in wallet and spot account. */
export async function newcomer(rest: RestKit): Promise<{ readonly user: RestKit; readonly account: number }> {
  const funds = [
    { coin: "USDT", amount: "1000", purse: "wallet" },
    { coin: "ETH", amount: "2", purse: "spot" },
  ];
  const { body } = await rest.operate("POST", "accounts", { funds });
  const { account, opened } = body as unknown as { account: number; opened: [{ apiKey: string; apiSecret: string }] };
  return { user: rest.as(opened[0]), account };
}

/** The first records of a list of the wallet. */
export async function list(user: RestKit, path: string, body: object = {}): Promise<WalletPage> {
  return (await user.post(`/v3.1/transfer/${path}`, { page: 1, size: 50, ...body })).result as WalletPage;
}

/** Asks for a withdrawal of 100.5 USDT, with something else about it. */
export async function withdraw(user: RestKit, body: object = {}): Promise<Answered> {
  return user.post("/v3.1/transfer/transferOut", { coin_symbol: "USDT", amount: 100.5, addr: outsideAddress, ...body });
}
