/**
 * What a crash may lose. `process`: nothing when the process is killed, the last moments when the machine is lost. `machine`:
 * nothing in either case; every commit waits for the disk. `relaxed`: effects are told before they are kept.
 */
export type Durability = "relaxed" | "process" | "machine";

/** Every durability. */
export const durabilities: readonly Durability[] = ["relaxed", "process", "machine"];
