/** What accelerators keep. Only `kept` is right: the others show that the trial can fail. */
export const storeKinds = ["kept", "none", "rolled-back"] as const;

/** How accelerators are killed. */
export interface AcceleratorKills {
  readonly kills: number;
  readonly seed: number;
  /** How many live side by side. */
  readonly lanes: number;
  /** `none`: nothing is kept. `rolled-back`: starts find the directory as it was one life before. */
  readonly store: (typeof storeKinds)[number];
}
