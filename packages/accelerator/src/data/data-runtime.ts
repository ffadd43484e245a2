import type { MarkedStore } from "@depthwire/sandbox/internal";

/** A directory's records, and the marks beside them: what of {@link MarkedStore} is needed here. */
export type DataFiles = Omit<MarkedStore, "marks" | "look"> & {
  readonly marks: Pick<MarkedStore["marks"], "areFound" | "hasLostMachine" | "check" | "begin" | "note">;
};

/** Where data are kept, and when a turn of the runtime is over. */
export interface DataRuntime {
  /**
   * Opens a directory of data; makes it when there is none.
   *
   * @param introduce looks whether they are the right data; they are closed again where this throws
   * @throws ValidationError `option-invalid` for a directory that others may look into; StoreError of what is found there
   */
  open<Opened>(
    directory: string,
    olderState: DataFiles["olderState"],
    introduce: (files: DataFiles) => Promise<Opened>,
  ): Promise<Opened>;
  /** Acts when everything else of this turn has acted. */
  nextTurn(act: () => void): void;
}
