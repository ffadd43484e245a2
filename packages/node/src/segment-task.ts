import type { ErrorDetails } from "@depthwire/core";
import type { RecordingErrorCode } from "@depthwire/core/internal";
import type { DecodedSegment, DecodeSegmentOptions } from "@depthwire/recording";

/** One segment for a thread. Plain data. */
export interface SegmentTask {
  readonly path: string;
  /** Its name, for errors. */
  readonly file: string;
  readonly options: DecodeSegmentOptions;
}

/** What a thread made of it. */
export type SegmentAnswer =
  | { readonly kind: "decoded"; readonly segment: DecodedSegment }
  | {
      readonly kind: "refused";
      readonly code: RecordingErrorCode;
      readonly details: ErrorDetails[RecordingErrorCode];
    }
  | { readonly kind: "failed"; readonly message: string };
