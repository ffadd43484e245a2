import type { usdt } from "@depthwire/schema";
import type { Context } from "../../program/context.js";
import { Refused } from "../../program/refused.js";
import type { Fact, OpenedAccount } from "../../trading/open-account.js";

/** What the command line says about leverage. */
export interface LeverageFlags {
  readonly leverage?: string;
  readonly mode?: "fixed" | "cross";
}

/** A change of leverage that comes before an order. */
export interface LeverageChange {
  readonly facts: readonly Fact[];
  make(): Promise<void>;
}

/**
 * The change that an order asks for. The call sets both sides and the mode: what the order does not name stays as it is.
 *
 * @returns undefined where nothing is to be changed
 * @throws Refused `usage` where it is no number, or the present settings are not known
 */
export async function changeOfLeverage(
  { rest }: OpenedAccount,
  { pair, side }: usdt.PlaceOrderInput,
  { leverage, mode: wantedMode }: LeverageFlags,
  { signal }: Context,
): Promise<LeverageChange | undefined> {
  if (leverage === undefined) {
    return undefined;
  }
  const wanted = Number(leverage);
  if (!/^[0-9]{1,3}$/.test(leverage) || wanted === 0) {
    throw new Refused("usage", `--leverage ${leverage}: it must be a whole number above 0`);
  }
  const rows = await rest.usdt.getPositions({ pair }, { signal });
  const isLong = side === "open-long" || side === "close-long";
  const present = (of: "long" | "short"): number | undefined => {
    const row = rows.find((one) => one.pair === pair && one.side === of);
    return row === undefined ? undefined : Number(row.leverage);
  };
  const mode = wantedMode ?? rows.find((row) => row.pair === pair)?.mode;
  if (mode !== "fixed" && mode !== "cross") {
    const words = `The service does not tell what backs positions in ${pair}, and leverage is set together with it`;
    throw new Refused("usage", words, "Add --mode fixed or --mode cross.");
  }
  const longLeverage = isLong ? wanted : (present("long") ?? wanted);
  const shortLeverage = isLong ? (present("short") ?? wanted) : wanted;
  return {
    facts: [["leverage", `set first: long ${longLeverage}, short ${shortLeverage}, ${mode}`]],
    make: async () => {
      await rest.usdt.setModeAndLeverage({ pair, mode, longLeverage, shortLeverage }, { signal });
    },
  };
}
