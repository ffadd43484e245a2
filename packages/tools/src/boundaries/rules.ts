/**
 * Who may import whom. Floors and platforms are Nx tags in each package's `project.json`;
 * here stands only what a floor number cannot say.
 */

/** Packages whose sources may import these siblings alone, whatever their floor allows. */
export const importsOnly: Readonly<Record<string, readonly string[]>> = {
  /** The reference exchange must not share the client's reading of state. */
  exchange: ["core", "schema"],
  sandbox: ["core", "exchange", "schema"],
  testkit: ["core", "schema"],
};

/** Siblings of the same floor that a package may import: one direction, by name. */
export const onSameFloor: Readonly<Record<string, readonly string[]>> = {
  /** `--sandbox` starts one, and both doors judge requests by the same rules. */
  accelerator: ["sandbox"],
  /** `depthwire sandbox` and `depthwire accelerator` are these programs. */
  cli: ["accelerator", "sandbox"],
  recording: ["stream"],
  /** One trader for a key is kept over the calls of its account. */
  relay: ["rest", "stream"],
  /** What commands have in common: options, a summary, an exit code. */
  trials: ["tools"],
  simulation: ["tools"],
};

/** Doors of a package for one platform behind which nothing of that platform is: packages for any platform may come in there. */
export const neutralDoors: Readonly<Record<string, readonly string[]>> = {
  /** Compiled without Node's types too, by the package's `tsconfig.neutral.json`. */
  sandbox: ["./neutral"],
};

/** Packages that no source file may import. */
export const neverImported: readonly string[] = ["testkit", "trials", "simulation", "e2e", "benchmarks"];

/** The one package that specs may import in addition to what their package's sources may. */
export const forSpecsOnly = "testkit";

/** Private commands that put the product to the test: their sources may import {@link forSpecsOnly} as well. */
export const commandsThatTest: readonly string[] = ["tools", "trials", "simulation"];

/** Packages with a fixed list of run-time dependencies. */
export const dependenciesExactly: Readonly<Record<string, readonly string[]>> = {
  schema: [],
  core: ["@depthwire/schema"],
};

/** The compiler settings by which a neutral package sees neither the DOM nor Node. */
export const neutralCompilerOptions: Readonly<Record<string, readonly string[]>> = {
  lib: ["es2023", "esnext.disposable"],
  types: [],
};

/** The scope of all packages. */
export const scope = "@depthwire/";
