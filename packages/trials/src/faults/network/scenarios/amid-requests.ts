import type { Passage, RelayedRequest } from "../relay.js";
import type { Scene } from "../scene.js";

/** Longer than it takes to see that a request is on its way, however fast the machine. */
const heldUpMs = 500;

/** What happens to a process while requests are under way. */
export interface Interruption {
  /** How it is counted: the scenario is about it. */
  readonly name: string;
  /** Ends when the process goes on. */
  interrupt(): Promise<void>;
}

/** Places so many orders, and interrupts something while some of them are on their way. Ends when all placings have ended. */
export async function interruptAmidRequests(
  scene: Scene,
  count: number,
  { name, interrupt }: Interruption,
): Promise<void> {
  const { relay, findings } = scene;
  findings.need(name);
  relay.passage = holdUp;
  const placings = scene.placeMany(count);
  if (await scene.until(() => relay.underWay > 0, 30_000)) {
    findings.meet(name);
  }
  relay.passage = () => ({});
  await interrupt();
  await placings;
}

/** One order of three is held up before the venue, one behind it, and one not at all. */
function holdUp({ clientOrderId, index }: RelayedRequest): Passage {
  const ways: readonly Passage[] = [{ requestMs: heldUpMs }, { answerMs: heldUpMs }, {}];
  return clientOrderId === undefined ? {} : (ways[index % ways.length] ?? {});
}
