/** Where an accelerator keeps what must outlive it. */
export interface AcceleratorDataOptions {
  /** Directory of one account's data, of mode 0700; made if it does not exist. One process at a time. */
  readonly directory: string;
  /** What the data belong to: a start with another service is refused. The venue's REST address by default. */
  readonly venue?: string;
  /** Name of the account: a start with another one is refused. `default` by default. */
  readonly account?: string;
  /**
   * What a start does when the directory holds less than was told, or files that are not as the last close left them: `refuse` (the default), or `accept`
   * and go on from what can still be read. Listeners are told a gap then.
   */
  readonly olderState?: "refuse" | "accept";
}
