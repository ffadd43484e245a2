import { type Finding, sound } from "../finding.js";

/** The disk that recordings and exports go to. */
export interface DiskPorts {
  readonly folder: string;
  /** Bytes that this user may still write there. */
  freeBytes(folder: string): Promise<number>;
}

const mebibyte = 1024 ** 2;
/** A recording of one busy pair fills this in minutes. */
const tooLittle = 100 * mebibyte;
/** A recording of 20 pairs fills this within a day. */
const little = 1024 * mebibyte;

/** Whether recordings have room in the folder. */
export async function checkDisk({ folder, freeBytes }: DiskPorts): Promise<Finding> {
  const free = await freeBytes(folder);
  const says = `${folder} has room for ${sizeOf(free)}`;
  const details = { folder, freeBytes: free };
  if (free >= little) {
    return sound(says, details);
  }
  const isFull = free < tooLittle;
  return {
    status: isFull ? "wrong" : "warn",
    code: isFull ? "disk-full" : "disk-low",
    says: `${says}: recordings ${isFull ? "end at once" : "may fill it within a day"}`,
    remedy: "Free some, or record and export into another folder.",
    details,
  };
}

function sizeOf(bytes: number): string {
  return bytes >= little ? `${(bytes / little).toFixed(1)} GiB` : `${Math.floor(bytes / mebibyte)} MiB`;
}
