/** A part of a venue whose memory belongs to a snapshot. */
export interface Rewindable<Saved = unknown> {
  /** What it remembers. Nothing that it does later changes what was returned. */
  save(): Saved;
  /** It remembers this from now on, and nothing else; the same may be given to it again, and to another venue. */
  restore(saved: Saved): void;
}
