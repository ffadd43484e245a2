import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Read and write for its owner, nothing for anybody else. */
const ownerOnly = 0o600;

/** A folder of a target's own, for subjects that read files. */
export class OwnFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async make(name: string): Promise<OwnFolder> {
    return new OwnFolder(await mkdtemp(join(tmpdir(), `depthwire-fuzz-${name}-`)));
  }

  /** Writes a file in the place of the one before. @returns its path */
  async put(name: string, content: Uint8Array): Promise<string> {
    const path = join(this.path, name);
    await writeFile(path, content, { mode: ownerOnly });
    return path;
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}
