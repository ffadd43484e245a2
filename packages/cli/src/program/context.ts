import type { Output, OutputStreams } from "./output.js";
import type { Styles } from "./styles.js";

/** Where a command runs. Nothing in `commands/` reads `process` by itself, so that tests and the MCP server can stand in its place. */
export interface Context {
  readonly output: Output;
  readonly input: Input;
  readonly screen: Screen;
  readonly styles: Styles;
  /** Aborted by Ctrl-C, the end of a service, or a reader that went away. */
  readonly signal: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's home: the usual place of keys is `.depthwire` in it. */
  readonly home: string;
  /** Paths on the command line are relative to it. */
  readonly workingDirectory: string;
  readonly version: string;
  /** Which files may be read where an agent names them; undefined: those that the user may read. */
  readonly confine?: Confine | undefined;
  /** Carries out another command line, elsewhere: what a server of commands needs. @returns its exit code */
  carryOut(argv: readonly string[], surroundings: Surroundings): Promise<number>;
}

/**
 * Finds where a path leads, links followed. @returns the real path; the path itself where nothing is there
 *
 * @throws Refused `path-outside` where it is not to be read
 */
export type Confine = (path: string) => Promise<string>;

/** What a command line is given, without what depends on it. */
export type Surroundings = Omit<Context, "output" | "carryOut"> & OutputStreams;

/** What somebody types, or what is piped in. */
export interface Input {
  readonly isTerminal: boolean;
  readonly stream: NodeJS.ReadableStream;
  /**
   * Asks for one line that is shown while it is typed.
   *
   * @returns undefined where nobody can answer: the input is no terminal, or it ended
   */
  ask(question: string): Promise<string | undefined>;
  /** Asks for lines that are not shown; piped lines are read as they are. Empty where the input ended. */
  askHidden(questions: readonly string[]): Promise<readonly string[]>;
  /**
   * Calls back for each key that is pressed, while keys are not shown; Ctrl-C ends the command as ever. Undefined where the input is no terminal.
   *
   * @returns ends that
   */
  onKeys?(listener: (key: string) => void): () => void;
  /** Everything that is piped in. @param maxBytes more is refused */
  readAll(maxBytes: number): Promise<Uint8Array>;
}

/** The terminal that standard output is; a file or a pipe has none. */
export interface Screen {
  readonly isTerminal: boolean;
  /** Its size now; 80 by 24 where there is no terminal. */
  size(): { readonly columns: number; readonly rows: number };
  /** Calls back after each change of size. @returns ends that */
  onResize(changed: () => void): () => void;
  /** Calls back when the process ends without waiting, so that the terminal is given back as it was. @returns ends that */
  onExit?(restore: () => void): () => void;
}
