import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A disk of its own that is soon full. */
export class SmallDisk {
  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  /** Mounts one. @returns why it could not, where mounting is not allowed */
  static async mount(bytes: number): Promise<SmallDisk | string> {
    const directory = await mkdtemp(join(tmpdir(), "depthwire-disk-"));
    try {
      await run("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "depthwire-disk", directory]);
      return new SmallDisk(directory);
    } catch (error) {
      await rm(directory, { recursive: true });
      return error instanceof Error ? error.message.trim() : String(error);
    }
  }

  /** Makes it larger. */
  async grow(bytes: number): Promise<void> {
    await run("mount", ["-o", `remount,size=${bytes}`, this.directory]);
  }

  async unmount(): Promise<void> {
    await run("umount", [this.directory]);
    await rm(this.directory, { recursive: true });
  }
}
