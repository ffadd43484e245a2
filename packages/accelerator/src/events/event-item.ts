/** One thing that a listener is told. */
export interface EventItem {
  /** What to resume from; undefined for what is only the newest state: views and notices. */
  readonly id: string | undefined;
  readonly kind: string;
  /** JSON. */
  readonly text: string;
}
