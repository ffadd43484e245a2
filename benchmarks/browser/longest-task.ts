/** One event of a browser's trace. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly dur?: number;
  /** Microseconds of the thread's own time; absent where the system does not tell. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const taskNames: ReadonlySet<string> = new Set(["RunTask", "ThreadControllerImpl::RunTask"]);

/** The longest task of a page's own thread, in milliseconds: as it passed by, and of the processor. */
export interface LongestTask {
  readonly longestMs: number;
  readonly longestCpuMs: number;
}

/** The longest tasks of any page's own thread in a trace. @throws Error where the trace has none */
export function longestTaskOf(trace: string): LongestTask {
  const { traceEvents } = JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ name, pid, tid }) => taskNames.has(name) && mains.has(`${pid} ${tid}`));
  if (tasks.length === 0) {
    throw new Error("the trace has no task of a page");
  }
  const longest = (of: (task: TraceEvent) => number): number =>
    Math.round(tasks.reduce((max, task) => Math.max(max, of(task)), 0) / 10) / 100;
  return { longestMs: longest(({ dur = 0 }) => dur), longestCpuMs: longest(({ tdur = 0 }) => tdur) };
}
