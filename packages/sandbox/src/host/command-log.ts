import type { Command, ExchangeEvent } from "@depthwire/exchange";

/** Changes the exchange by one command. */
export type Apply = (command: Command, at: number) => readonly ExchangeEvent[];

/** Where an exchange's commands are kept before anybody hears of their effects. */
export interface CommandLog {
  /** Number of the last command that was carried out; going back counts as one. */
  readonly last: number;
  /** Whether commands are no longer kept, because that failed or the log is closed: nothing is carried out then. */
  readonly hasEnded: boolean;
  /**
   * Carries out a command and keeps it.
   *
   * @param at epoch milliseconds
   * @throws StoreError `store-failed` once it has ended
   */
  carryOut(command: Command, at: number, apply: Apply): readonly ExchangeEvent[];
  /**
   * Makes the exchange go back and keeps that it has.
   *
   * @param backTo number of the command behind which it is again
   * @throws StoreError `store-failed` once it has ended
   */
  goBack(backTo: number, apply: () => void): void;
  /** Acts as soon as every command so far is kept; at once when they are. Never, when it fails before. In order. */
  whenKept(act: () => void): void;
  /**
   * Resolves as soon as memory may be read; nothing except in the moment after keeping has failed, in which what was not kept is taken
   * back. @throws StoreError `store-failed` when that failed, too
   */
  readable(): Promise<void> | undefined;
  /** Resolves as soon as every command so far is kept; nothing when they are. @throws StoreError `store-failed` */
  kept(): Promise<void> | undefined;
}
