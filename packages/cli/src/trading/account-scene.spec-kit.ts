import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Sandbox, type SandboxOptions, startSandbox } from "@depthwire/sandbox";
import { type CommandEnd, runCommandLine, type SceneOptions } from "../command-scene.spec-kit.js";

/** The pair that most specs trade. */
export const pair = "4BTC_USDT";

/** A bid below the market, which waits. */
export const lowPrice = "40000";

/** A user with an account at a sandbox. */
export interface AccountScene extends AsyncDisposable {
  readonly sandbox: Sandbox;
  /** The user's home, with nothing in it but what commands put there. */
  readonly home: string;
  /** A file with the demo account's key. */
  readonly credentialFile: string;
  /** Types a command line with venue and key behind it; `yes` answers what is asked. */
  run(argv: readonly string[], options?: SceneOptions): Promise<CommandEnd>;
}

/** Sets the scene. */
export async function openAccountScene(options: SandboxOptions = {}): Promise<AccountScene> {
  const sandbox = await startSandbox({
    pairs: [pair, "4ETH_USDT", "5BTC_USD", "BTC_USDT"],
    seed: 7,
    requestsPerWindow: 0,
    ...options,
  });
  const home = await mkdtemp(join(tmpdir(), "depthwire-trading-"));
  const credentialFile = join(home, "key.json");
  await writeFile(credentialFile, JSON.stringify(sandbox.credential), { mode: 0o600 });
  return {
    sandbox,
    home,
    credentialFile,
    run: (argv, scene) =>
      runCommandLine([...argv, "--venue", sandbox.restUrl, "--credential", credentialFile], {
        home,
        workingDirectory: home,
        ...scene,
      }),
    [Symbol.asyncDispose]: async () => {
      await sandbox.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** What the last line of `--json` says. */
export function resultOf({ envelopes }: CommandEnd): Readonly<Record<string, unknown>> {
  return { ...envelopes.at(-1)?.data } as Readonly<Record<string, unknown>>;
}
