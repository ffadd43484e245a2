import { ValidationError } from "@depthwire/core";

/** What a snapshot may be called. */
export const snapshotNamePattern: RegExp = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** A snapshot's name from outside. @throws ValidationError `value-invalid` */
export function checkSnapshotName(value: unknown, path: string): string {
  if (typeof value !== "string" || !snapshotNamePattern.test(value)) {
    const rule =
      "a name of 1 to 64 letters, digits, dots, hyphens and underscores that begins with a letter or a digit";
    throw new ValidationError("value-invalid", { path, rule });
  }
  return value;
}
