import { type Finding, sound } from "../finding.js";

/** Where keys are, and who may read them. */
export interface KeyFolderPorts {
  /** Folders and files with keys that exist. */
  paths(): Promise<readonly { readonly path: string; readonly kind: "folder" | "file" }[]>;
  /** The mode's last nine bits; undefined on systems that have none. */
  modeOf(path: string): Promise<number | undefined>;
}

const othersBits = 0o077;

/** Whether keys are for their owner alone. */
export async function checkKeyFolder({ paths, modeOf }: KeyFolderPorts): Promise<Finding> {
  const found = await paths();
  const open: { readonly path: string; readonly mode: string; readonly change: string }[] = [];
  for (const { path, kind } of found) {
    const mode = await modeOf(path);
    if (mode !== undefined && (mode & othersBits) !== 0) {
      open.push({ path, mode: octal(mode), change: `chmod ${kind === "folder" ? 700 : 600} ${path}` });
    }
  }
  const details = { paths: found.map(({ path }) => path), open };
  if (open.length > 0) {
    return {
      status: "wrong",
      code: "key-open",
      says: `Others on this computer can read ${open.map(({ path, mode }) => `${path} (mode ${mode})`).join(", ")}`,
      remedy: `Run ${open.map(({ change }) => change).join(" && ")}, and replace the key at the service if somebody may have read it.`,
      details,
    };
  }
  return sound(
    found.length === 0 ? "No key is kept yet" : `${found.map(({ path }) => path).join(", ")}: their owner's alone`,
    details,
  );
}

function octal(mode: number): string {
  return `0${mode.toString(8)}`;
}
