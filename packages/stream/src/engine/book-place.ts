/** How far a book has come. */
export interface BookPlace {
  readonly epoch: number;
  readonly seq: number;
}

/** The further of two places of one book. A new thread that has heard nothing yet stands at 0 in the epoch of its predecessor. */
export function further<Place extends BookPlace, Other extends BookPlace>(
  place: Place,
  other: Other | undefined,
): Place | Other {
  return other !== undefined && (other.epoch - place.epoch || other.seq - place.seq) > 0 ? other : place;
}
