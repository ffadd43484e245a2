import { drawLines } from "@depthwire/cli/internal";
import type { KeptReport } from "./kept-report.js";
import { chartSize } from "./scale-charts.js";

const kilobyte = 1_000;

/** What each bundle cost at each commit that was measured. */
export function drawSizes({ sizes }: KeptReport): string | undefined {
  const last = sizes.at(-1);
  if (last === undefined || sizes.length < 2) {
    return undefined;
  }
  const times = sizes.map(({ at }) => Date.parse(at));
  const most = Math.max(...sizes.flatMap(({ bytes }) => Object.values(bytes)));
  return drawLines(
    {
      title: "Size",
      subtitle: `the packed packages, minified, gzip level 9; ${sizes.length} commits, the last ${last.commit}`,
      x: { kind: "time", label: "time of the commit (UTC)", from: Math.min(...times), to: Math.max(...times) },
      y: { kind: "number", label: "kB", from: 0, to: (most / kilobyte) * 1.1 },
      lines: Object.keys(last.bytes).map((name) => ({
        name,
        points: sizes.flatMap(({ bytes, at }): [number, number][] => {
          const { [name]: found } = bytes;
          return found === undefined ? [] : [[Date.parse(at), found / kilobyte]];
        }),
        form: "step",
      })),
    },
    chartSize,
  );
}
