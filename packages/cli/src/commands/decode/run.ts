import type { RunCommand } from "../../program/command.js";
import type { Context } from "../../program/context.js";
import { Refused } from "../../program/refused.js";
import { printable } from "../../program/table.js";
import type { Damage } from "./damage.js";
import { type DecodedFrame, readSteps } from "./decode-frame.js";
import type { Protocol } from "./messages.js";
import { type FrameFlags, type ReadFrame, readFrame } from "./read-frame.js";

interface DecodeFlags extends FrameFlags {
  readonly protocol?: Protocol;
  readonly serviceName: string;
}

const formWords = { bytes: "as they are", hex: "written as hexadecimal", base64: "written as base64" } as const;

/** Takes one frame apart, and says how far it can be read. */
export const run: RunCommand<DecodeFlags> = async ({ arguments: [file], options }, context) => {
  const { protocol, serviceName } = options;
  const frame = await readFrame(file as string | undefined, options, context);
  const decoded = readSteps(frame.bytes, { protocol, serviceName });
  tell(frame, decoded, context);
  if (decoded.damage !== undefined) {
    throw refusal(decoded.damage);
  }
  return undefined;
};

function tell({ bytes, form }: ReadFrame, decoded: DecodedFrame, { output, styles }: Context): void {
  const { protocol, steps, messages, damage } = decoded;
  const all = [`frame: ${bytes.length} bytes, ${formWords[form]}`, ...steps];
  const shown = messages.map(({ error: _error, packed: _packed, ...message }) => message);
  const data = { bytes: bytes.length, form, protocol, steps: all, messages: shown };
  const records = shown.map(({ record }) => printable(JSON.stringify(record, null, 2)));
  const lines = all.map((step, at) => `${at + 1}. ${printable(step)}`);
  if (damage === undefined) {
    output.result(data, [...lines, ...records].join("\n"));
  } else {
    // How far it could be read is told before why no further.
    output.item(data, [...lines, styles.bad(`${lines.length + 1}. damaged`)].join("\n"));
  }
}

function refusal(damage: Damage): Refused {
  const { why, part, offset, textOffset, near, path } = damage;
  const what = part === "frame" ? "the frame" : "its packed payload";
  const around = near === undefined ? "" : `: …${near}…`;
  const places = [
    ...(offset === undefined ? [] : [`at byte ${offset} of ${what}`]),
    ...(textOffset === undefined ? [] : [`at character ${textOffset} of the text of ${what}${around}`]),
    ...(path === undefined ? [] : [`at ${path}`]),
  ];
  const where = places.length === 0 ? "" : `, ${places.join(", ")}`;
  return new Refused("frame-damaged", printable(`The frame is damaged${where}. ${why}`), undefined, damage);
}
