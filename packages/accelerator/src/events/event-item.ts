/** One thing that a listener is told. */
export interface EventItem {
  /** What to resume from; undefined for what is only the newest state: the beginning of a line, views and notices. */
  readonly id: string | undefined;
  /** Of what begins a line: where events go on. It is no id of its own. */
  readonly after?: string;
  readonly kind: string;
  /** JSON. */
  readonly text: string;
}
