/** How a program is set up that has a door. */
export interface Setup {
  /** Address to listen at. */
  readonly host?: string;
  readonly allowHosts?: readonly string[];
  readonly allowOrigins?: readonly string[];
  readonly operatorToken?: string;
}

/** A program whose door is tried. */
export interface Subject {
  readonly port: number;
  /** Something that anybody may read who may ask at all. */
  readonly readTarget: string;
  /** Where the operator changes something, with `changeBody`. */
  readonly changeTarget: string;
  readonly changeBody: string;
  /** Where a WebSocket is to be had. */
  readonly upgradeTarget: string;
  /** How often the operator's change has been carried out so far. */
  changes(): number;
  close(): Promise<void>;
}

/** Starts a program. */
export type OpenSubject = (setup: Setup) => Promise<Subject>;
