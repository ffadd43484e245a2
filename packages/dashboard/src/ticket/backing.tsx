import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { setBacking } from "../data/actions.js";
import { whyReadOnly } from "../data/desk.js";
import { backings, facts, loadBackings } from "../data/reference.js";
import { pair } from "../data/settings.js";

const wholeNumber = /^[1-9][0-9]{0,2}$/;

interface LeverageProps {
  readonly side: "long" | "short";
  readonly value: string;
  readonly onWrite: (text: string) => void;
}

function Leverage({ side, value, onWrite }: LeverageProps): JSX.Element {
  return (
    <label>
      {side} ×
      <input
        aria-label={`Leverage of a ${side}`}
        inputMode="numeric"
        value={value}
        onInput={({ currentTarget }) => onWrite(currentTarget.value)}
      />
    </label>
  );
}

function write(field: Signal<string | undefined>, text: string): void {
  field.value = text;
}

/** Mode and leverage of the pair, and the way to change them. */
export function Backing(): JSX.Element {
  const known = backings.value.get(pair.value);
  const mode = useSignal<"fixed" | "cross" | undefined>(undefined);
  const long = useSignal<string | undefined>(undefined);
  const short = useSignal<string | undefined>(undefined);
  const wanted = {
    mode: mode.value ?? known?.mode ?? "cross",
    long: long.value ?? known?.long ?? "",
    short: short.value ?? known?.short ?? "",
  };
  const isRight = wholeNumber.test(wanted.long) && wholeNumber.test(wanted.short);
  const set = async (): Promise<void> => {
    if (await setBacking(pair.value, wanted)) {
      backings.value = new Map([...backings.value, [pair.value, wanted]]);
      [mode.value, long.value, short.value] = [undefined, undefined, undefined];
      await loadBackings();
    }
  };
  const words =
    known === undefined
      ? "Mode and leverage: not told yet"
      : `${known.mode} · long ×${known.long || "?"} · short ×${known.short || "?"}`;
  return (
    <details>
      <summary aria-label={known === undefined ? words : `Mode and leverage: ${words}`}>{words}</summary>
      <div class="backing">
        <div class="row">
          <label>
            margin
            <select
              aria-label="Mode"
              value={wanted.mode}
              onChange={({ currentTarget }) => {
                mode.value = currentTarget.value === "fixed" ? "fixed" : "cross";
              }}
            >
              <option value="cross">cross</option>
              <option value="fixed">fixed</option>
            </select>
          </label>
          <Leverage side="long" value={wanted.long} onWrite={(text) => write(long, text)} />
          <Leverage side="short" value={wanted.short} onWrite={(text) => write(short, text)} />
          <button type="button" disabled={!isRight || whyReadOnly.value !== undefined} onClick={() => void set()}>
            Set
          </button>
        </div>
        <p class="faint">
          Whole numbers up to {facts.value.get(pair.value)?.maxLeverage ?? "100"}; for both sides of the pair at once.
        </p>
      </div>
    </details>
  );
}
