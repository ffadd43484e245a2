import { formatScaled, readDecimal, toScaled, trimDecimal } from "@depthwire/core/internal";

/** Decimal places of money in every coin: the documents' samples show ten. */
export const moneyScale = 10;

/** One whole coin. */
export const oneCoin = 10_000_000_000n;

/** Decimal places of rates (fees, maintenance, funding): 0.0006 is 6,000,000. */
export const rateScale = 10;

/** The rate 1. */
export const oneRate = 10_000_000_000n;

/** The rate 1 as a plain number. */
export const plainRate: number = Number(oneRate);

/** Most rates are whole multiples of this one, 0.00001: arithmetic by multiples needs fewer digits. */
export const rateStep = 100_000;

/** An amount of money as text on the wire, without zeros at its end. */
export function moneyText(amount: bigint): string {
  return trimDecimal(formatScaled(amount, moneyScale));
}

/** The largest amount of one movement, in whole coins: sums of very many of them can still be written. */
export const maxCoins = 1_000_000_000_000_000n;

const maxMoney = maxCoins * oneCoin;

/** The amount that a text writes; nothing when it writes none, is finer than money is, or larger than any movement. */
export function readMoney(text: string): bigint | undefined {
  const amount = readDecimal(text) === undefined ? undefined : toScaled(text, moneyScale);
  return amount === undefined || amount > maxMoney || amount < -maxMoney ? undefined : amount;
}

/** An integer at a scale as text, without zeros at its end. */
export function scaledText(value: number | bigint, scale: number): string {
  return trimDecimal(formatScaled(value, scale));
}

/** 10 to a whole power. */
export function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}
