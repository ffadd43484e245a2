import { InvalidArgumentError, Option } from "commander";

/** An option that takes a whole number from `lowest` to `highest`. */
export function integerOption(flags: string, description: string, min: number, max: number): Option {
  return new Option(flags, description).argParser((text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) {
      return value;
    }
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  });
}
