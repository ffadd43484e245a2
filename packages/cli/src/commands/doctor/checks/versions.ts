import { type Finding, sound } from "../finding.js";

/** A package as it is installed. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** Its folder. */
  readonly folder: string;
}

/** What is installed. */
export interface VersionsPorts {
  /** Packages that this command consists of, and those of the project in the working directory. */
  readonly own: readonly InstalledPackage[];
  readonly project: readonly InstalledPackage[];
}

/** Whether all packages that work together have one version: they are released together and tested so. */
export function checkVersions({ own, project }: VersionsPorts): Finding {
  const details = { own: named(own), project: named(project) };
  for (const [packages, where] of [
    [own, "this command"],
    [project, "the project in this directory"],
  ] as const) {
    const versions = [...new Set(packages.map(({ version }) => version))].sort();
    if (versions.length > 1) {
      const words = versions.map((version) => `${version} (${namesOf(packages, version)})`).join(" and ");
      return {
        status: "wrong",
        code: "versions-mixed",
        says: `The packages of ${where} have mixed versions: ${words}`,
        remedy: `Install one version of all of them: npm install ${packages.map(({ name }) => `${name}@${newest(versions)}`).join(" ")}`,
        details,
      };
    }
  }
  const [version, used] = [own[0]?.version, project[0]?.version];
  return sound(
    used === undefined || used === version
      ? `All ${own.length} packages of this command are ${version}`
      : `This command is ${version}; the project in this directory uses ${used} throughout`,
    details,
  );
}

function named(packages: readonly InstalledPackage[]): Readonly<Record<string, string>> {
  return Object.fromEntries(packages.map(({ name, version }) => [name, version]));
}

function namesOf(packages: readonly InstalledPackage[], version: string): string {
  return packages
    .filter((one) => one.version === version)
    .map(({ name }) => name)
    .join(", ");
}

function newest(versions: readonly string[]): string | undefined {
  return [...versions].sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1);
}
