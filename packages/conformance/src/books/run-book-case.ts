import { setTimeout as sleep } from "node:timers/promises";
import type { CaseResult, TrialOptions } from "../case.js";
import type { StrangeLines } from "../client/client-line.js";
import { ClientProcess } from "../client/client-process.js";
import { isSoon } from "../client/until.js";
import { limits } from "../limits.js";
import { RewritingProxy } from "../proxy/rewriting-proxy.js";
import { pair, startVenue, withKeyFile } from "../venue.js";
import { BookJudge, lookEveryMs } from "./book-judge.js";
import type { BookFault } from "./book-stage.js";

/** Lets one fault happen to a client's book. */
export async function runBookCase(
  name: string,
  fault: BookFault,
  { command, seed, oldAfterMs }: TrialOptions,
): Promise<CaseResult> {
  let sandbox = await startVenue(seed);
  const proxy = fault.isProxied ? await RewritingProxy.open(sandbox.pushUrl) : undefined;
  const judge = new BookJudge(sandbox, pair, oldAfterMs);
  judge.seqOfVenue = fault.seqOfVenue ?? judge.seqOfVenue;
  if (proxy !== undefined) {
    proxy.rewrite = fault.rewrite;
  }
  const restart = async (): Promise<void> => {
    const { port } = sandbox;
    await sandbox.close();
    sandbox = await startVenue(seed + 1, port);
    judge.restarted(sandbox);
  };
  const watch = setInterval(() => judge.look(), lookEveryMs);
  let strange: StrangeLines;
  try {
    strange = await withKeyFile(sandbox, async (keyFile) => {
      const pushUrl = proxy?.pushUrl ?? sandbox.pushUrl;
      const { restUrl } = sandbox;
      const { toleranceMs } = limits;
      const client = new ClientProcess(
        { command, task: "books", pair, pushUrl, restUrl, keyFile, toleranceMs },
        (line) => judge.heard(line),
      );
      try {
        await watchClient(client, judge, () =>
          fault.happen({
            get sandbox() {
              return sandbox;
            },
            pair,
            client,
            proxy,
            restart,
          }),
        );
      } finally {
        await client.end();
      }
      return client.strange;
    });
  } finally {
    clearInterval(watch);
    await proxy?.close();
    await sandbox.close();
  }
  const { compared, findings } = judge;
  return { task: "books", fault: name, rules: fault.rules, compared, findings, strange };
}

async function watchClient(client: ClientProcess, judge: BookJudge, happen: () => Promise<void>): Promise<void> {
  const { findings } = judge;
  const isLive = (): boolean => judge.liveSeq !== undefined;
  if (!(await isSoon(limits.readyWithinMs, () => client.hasEnded || isLive())) || client.hasEnded) {
    findings.push(
      client.hasEnded ? ended(client) : { kind: "nothing-shown", what: "no live book before anything happened" },
    );
    return;
  }
  await happen();
  const since = judge.newest;
  const isBack = (): boolean => (judge.liveSeq ?? 0) > since;
  if (!(await isSoon(limits.backWithinMs, () => client.hasEnded || isBack()))) {
    findings.push({ kind: "not-live-again", what: `no live book of later than number ${since}` });
  }
  if (client.hasEnded) {
    findings.push(ended(client));
    return;
  }
  await sleep(limits.watchedMs);
}

function ended({ complaint }: ClientProcess): { readonly kind: "client-ended"; readonly what: string } {
  return { kind: "client-ended", what: complaint.split("\n").at(-1) ?? "" };
}
