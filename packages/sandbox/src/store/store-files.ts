/** How far the venue came, as it was told to clients: written again with every page. */
export const keptFileName = ".kept";

/** Which files a clean close left behind: there between a clean close and the next start. */
export const closedFileName = ".closed";

/** {@link closedFileName} until it is whole. */
export const unfinishedClosedFileName = ".closed.new";

/** {@link keptFileName} until it is whole, when there was none. */
export const unfinishedKeptFileName = ".kept.new";

const marks: readonly string[] = [keptFileName, unfinishedKeptFileName, closedFileName, unfinishedClosedFileName];

/** Names the database's present list of files. Without it the database would start from nothing and delete the rest. */
export const currentFileName = "CURRENT";

/** Files of the embedded database that hold what it keeps. */
const stateFile = /^(CURRENT|MANIFEST-\d+|\d+\.(ldb|log|sst))$/;

/** Files that it makes again when they are missing. */
const passingFile = /^(LOCK|LOG|LOG\.old|\d+\.dbtmp)$/;

/** Files that hold records. Before the first of them is there nothing was ever kept. */
const recordFile = /^\d+\.(ldb|log|sst)$/;

/** Whether a file of a data directory is the sandbox's. Anything else is somebody else's. */
export function isOwnFile(name: string): boolean {
  return marks.includes(name) || isStateFile(name) || passingFile.test(name);
}

/** Whether a file holds some of what is kept: it must be as the last sandbox left it. */
export function isStateFile(name: string): boolean {
  return stateFile.test(name);
}

/** Whether a file holds records. */
export function isRecordFile(name: string): boolean {
  return recordFile.test(name);
}

/** The file that a text of the database is about; nothing when it names none. */
export function fileIn(text: string): string | undefined {
  return /(MANIFEST-\d+|CURRENT|\d+\.(?:ldb|log|sst))/.exec(text)?.[1];
}
