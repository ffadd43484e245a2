import { colours, element, picture, text } from "@depthwire/cli/internal";
import { busyUs, idleOwner, type StackNode } from "./cpu-profile.js";

const width = 1400;
const margin = 16;
const rowHeight = 17;
const titleHeight = 60;
const legendHeight = 40;
const characterWidth = 6.1;
/** Narrower calls cannot be seen. */
const minWidth = 0.6;
const maxDepth = 60;

/** Dark enough for white letters, told apart by those who confuse red and green. */
const fills: readonly string[] = [
  "#1b5fc1",
  "#a6500a",
  "#5a3fa6",
  "#0b6b6d",
  "#96345a",
  "#4d5c16",
  "#7a4a2b",
  "#2f4a7d",
  "#7d2f7a",
  "#2b6b3a",
];
const otherFill = "#59636e";

/** What is drawn. */
export interface FlameGraph {
  readonly title: string;
  readonly subtitle: string;
  /** Its children are the processes and threads. */
  readonly root: StackNode;
  /** Those with a colour of their own, most first. */
  readonly owners: readonly string[];
}

/** Calls from top to bottom, as wide as the time that threads were busy in them: whoever points at one reads its name and share. */
export function drawFlameGraph({ title, subtitle, root, owners }: FlameGraph): string {
  const whole = busyUs(root);
  const scale = (width - 2 * margin) / Math.max(1, whole);
  const colourOf = (owner: string): string => fills[owners.indexOf(owner)] ?? otherFill;
  const boxes: string[] = [];
  let deepest = 0;
  const draw = (node: StackNode, left: number, depth: number): void => {
    let from = left;
    for (const child of byTime(node)) {
      const us = busyUs(child);
      const wide = us * scale;
      if (wide < minWidth || depth >= maxDepth) {
        continue;
      }
      deepest = Math.max(deepest, depth);
      boxes.push(
        boxOf(child, { left: from, depth, wide, us, whole }, depth === 0 ? otherFill : colourOf(child.frame.owner)),
      );
      draw(child, from, depth + 1);
      from += wide;
    }
  };
  draw(root, margin, 0);
  const height = titleHeight + (deepest + 1) * rowHeight + legendHeight;
  const legend = legendOf(owners, height - 16);
  const head = [
    text(margin, 26, title, { size: 17, weight: "bold" }),
    text(margin, 46, subtitle, { size: 12, fill: colours.quiet }),
  ];
  return picture(width, height, `${title}. ${subtitle}`, [...head, ...boxes, ...legend]);
}

function byTime({ children }: StackNode): readonly StackNode[] {
  const busy = [...children.values()].filter(({ frame }) => frame.owner !== idleOwner);
  return busy
    .map((node) => [node, busyUs(node)] as const)
    .sort(([, one], [, other]) => other - one)
    .map(([node]) => node);
}

interface Box {
  readonly left: number;
  readonly depth: number;
  readonly wide: number;
  readonly us: number;
  readonly whole: number;
}

function boxOf({ frame }: StackNode, { left, depth, wide, us, whole }: Box, fill: string): string {
  const top = titleHeight + depth * rowHeight;
  const share = `${((us / whole) * 100).toFixed(1)} %`;
  const words = fitting(frame.name, wide - 6);
  const title = element("title", {}, escaped(`${frame.name}: ${share}, ${Math.round(us / 1_000)} ms (${frame.owner})`));
  const shape = element("rect", { x: left, y: top, width: Math.max(0.3, wide - 0.5), height: rowHeight - 1, fill });
  const label = words === "" ? "" : text(left + 3, top + 12, words, { size: 10.5, fill: "#fdfdfd" });
  return element("g", {}, `${title}${shape}${label}`);
}

function fitting(name: string, wide: number): string {
  const most = Math.floor(wide / characterWidth);
  if (name.length <= most) {
    return name;
  }
  return most < 4 ? "" : `${name.slice(0, most - 1)}…`;
}

function legendOf(owners: readonly string[], y: number): string[] {
  let left = margin;
  const entries = owners.slice(0, fills.length).map((owner, index) => [owner, fills[index] ?? otherFill] as const);
  return [...entries, ["others", otherFill] as const].flatMap(([owner, fill]) => {
    const at = left;
    left += owner.length * 7 + 34;
    return [
      element("rect", { x: at, y: y - 10, width: 12, height: 12, rx: 2, fill }),
      text(at + 17, y, owner, { size: 12 }),
    ];
  });
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
