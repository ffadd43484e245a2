/** A function as a profile names it. */
export interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly children?: readonly number[];
}

/** What V8 writes: a tree of calls, and which of its nodes was seen at each sample. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** Of the monotonic clock, microseconds. */
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Calls with the time that was spent in them themselves, microseconds. */
export interface StackNode {
  readonly frame: Frame;
  selfUs: number;
  /** By {@link Frame.key}. */
  readonly children: Map<string, StackNode>;
}

/** A function, and whose it is. */
export interface Frame {
  readonly key: string;
  /** `update book/depth-book.js:12`. */
  readonly name: string;
  /** A package of the workspace or of another, `node`, `V8`, `WebAssembly`. */
  readonly owner: string;
}

/** Says whose a function is. */
export type NameFrame = (frame: CallFrame) => Frame;

/** When the processor waited for work. */
export const idleOwner = "idle";

/**
 * The calls of a profile in a stretch of time.
 *
 * @param fromUs of the monotonic clock; what was seen before it, or after `toUs`, is left out
 */
export function stacksOf(
  profile: CpuProfile,
  nameFrame: NameFrame,
  { fromUs, toUs }: { readonly fromUs: number; readonly toUs: number },
): StackNode {
  const ownUs = new Map<number, number>();
  let atUs = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    // A sample stands for the time until the next one.
    atUs += profile.timeDeltas[index] ?? 0;
    const lasts = profile.timeDeltas[index + 1] ?? 0;
    if (atUs >= fromUs && atUs <= toUs && lasts > 0) {
      ownUs.set(id, (ownUs.get(id) ?? 0) + lasts);
    }
  }
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const root: StackNode = { frame: { key: "", name: "", owner: "" }, selfUs: 0, children: new Map() };
  const [first] = profile.nodes;
  const open: [ProfileNode, StackNode][] = first === undefined ? [] : [[first, root]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, into] = next;
    into.selfUs += ownUs.get(node.id) ?? 0;
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child !== undefined) {
        open.push([child, childOf(into, nameFrame(child.callFrame))]);
      }
    }
  }
  return root;
}

/** The call of a function from another; it is made when it is new. */
export function childOf({ children }: StackNode, frame: Frame): StackNode {
  const known = children.get(frame.key);
  if (known !== undefined) {
    return known;
  }
  const made: StackNode = { frame, selfUs: 0, children: new Map() };
  children.set(frame.key, made);
  return made;
}

/** Time in a call with everything that it called, but for waiting, microseconds. */
export function busyUs(node: StackNode): number {
  let all = node.frame.owner === idleOwner ? 0 : node.selfUs;
  for (const child of node.children.values()) {
    all += busyUs(child);
  }
  return all;
}

/** Time of each function, or of each owner, in itself, microseconds, most first; waiting is left out. */
export function ownTimes(node: StackNode, of: (frame: Frame) => string): readonly (readonly [string, number])[] {
  const times = new Map<string, number>();
  const add = ({ frame, selfUs, children }: StackNode): void => {
    if (frame.owner !== idleOwner && selfUs > 0) {
      times.set(of(frame), (times.get(of(frame)) ?? 0) + selfUs);
    }
    for (const child of children.values()) {
      add(child);
    }
  };
  add(node);
  return [...times].sort(([, one], [, other]) => other - one);
}
