import type { PublishedPackage } from "./published.js";

/**
 * What is wrong with where packages say that they come from, as sentences: npm signs a statement of origin only for the repository
 * that a package names, and readers report faults there.
 *
 * @param remote address of the repository that the commit was fetched from
 */
export function judgeOrigin(packages: readonly PublishedPackage[], remote: string): string[] {
  const origin = plainAddress(remote);
  return packages
    .filter(({ manifest }) => plainAddress(manifest.repository?.url ?? "") !== origin)
    .map(({ manifest }) => `${manifest.name} names ${manifest.repository?.url ?? "no repository"}, not ${origin}`);
}

function plainAddress(address: string): string {
  return address
    .replace(/^git\+/, "")
    .replace(/^(ssh:\/\/)?git@([^:/]+)[:/]/, "https://$2/")
    .replace(/\.git$/, "");
}
