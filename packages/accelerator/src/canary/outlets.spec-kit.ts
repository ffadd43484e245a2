import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** Everything that came out of the program, by where it came out. */
export class Outlets {
  readonly #texts = new Map<string, string>();

  /** Where anything came out. */
  get places(): readonly string[] {
    return [...this.#texts.keys()];
  }

  add(where: string, text: string): void {
    this.#texts.set(where, `${this.#texts.get(where) ?? ""}\n${text}`);
  }

  /** What came out there. */
  textOf(where: string): string {
    return this.#texts.get(where) ?? "";
  }

  /** What of these stands anywhere, and where. */
  holding(secrets: readonly string[]): readonly string[] {
    return secrets.flatMap((secret) =>
      [...this.#texts].filter(([, text]) => text.includes(secret)).map(([where]) => `${where}: ${secret}`),
    );
  }
}

/** A secret in the ways in which programs write texts. */
export function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const encoded = (["base64", "base64url", "hex"] as const).map((form) => bytes.toString(form).replace(/=+$/, ""));
  return [...new Set([secret, encodeURIComponent(secret), ...encoded])];
}

/** A file as it lies on the disk. */
export interface KeptFile {
  /** Below the folder. */
  readonly path: string;
  readonly text: string;
  readonly mode: number;
}

/** Every file below a folder. */
export async function filesIn(folder: string): Promise<readonly KeptFile[]> {
  const paths = await readdir(folder, { recursive: true });
  const found = await Promise.all(
    paths.map(async (path) => {
      const stats = await stat(join(folder, path));
      return stats.isFile()
        ? [{ path, text: await readFile(join(folder, path), "latin1"), mode: stats.mode & 0o777 }]
        : [];
    }),
  );
  return found.flat();
}
