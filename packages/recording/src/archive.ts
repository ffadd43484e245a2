export { type ArchiveLimits, openArchive } from "./archive/open-archive.js";
export { writeArchive } from "./archive/write-archive.js";
