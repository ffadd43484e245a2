/** A mutant that may survive, for a reason. */
export interface ListedMutant {
  /** From the root of the workspace. */
  readonly file: string;
  /** Text that is mutated, without the indentation of its later lines. */
  readonly from: string;
  /** Text that stands there instead. */
  readonly to: string;
  /** Why no spec can tell the two apart. */
  readonly reason: string;
}
