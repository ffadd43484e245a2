import { Option } from "commander";
import { callVenueOptions, type KeyFlags, keyOptions, type VenueFlags } from "../venue/venue-options.js";

/** What every command that talks to an account says of venue and key. */
export type AccountFlags = VenueFlags & KeyFlags;

/** What a command that changes something asks first. */
export interface ConfirmFlags {
  readonly yes?: true;
}

/** Bounds of one order, beside those that are kept. */
export interface LimitFlags {
  readonly maxValue?: string;
  readonly maxQuantity?: string;
}

/** What a command says that places orders. */
export interface PlaceFlags extends LimitFlags {
  /** Seconds. */
  readonly wait: string;
}

/** Options of every command that asks an account. */
export function accountOptions(): readonly Option[] {
  return [...callVenueOptions(), ...keyOptions()];
}

/** The option of every command that changes something. */
export function yesOption(): Option {
  return new Option("-y, --yes", "do it without asking");
}

/** The option of every command that can show its request. */
export function dryRunOptions(): readonly Option[] {
  return [
    new Option("--dry-run", "print the exact request and send nothing"),
    new Option("--show-signature", "with --dry-run: the key and the signature in full"),
  ];
}

/** Options of every command that places an order. */
export function placeOptions(): readonly Option[] {
  return [
    new Option("--max-value <amount>", "refuse an order that is worth more, in the coin that it is paid in"),
    new Option("--max-quantity <amount>", "refuse an order of more"),
    new Option("--wait <seconds>", "how long to find out what became of an order whose answer is lost").default("60"),
  ];
}
