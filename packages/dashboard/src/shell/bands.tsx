import { useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { bandList } from "./band-list.js";

/** A single message with less than so many letters needs no more room than it has. */
const shortWords = 20;

/**
 * What a person must know before anything else, the gravest first. It has a line of its own, so that nothing below moves when something
 * is to be told; all of it, in full, unfolds above what is below.
 */
export function Bands(): JSX.Element {
  const list = useComputed(bandList).value;
  const isOpen = useSignal(false);
  const unfolds = isOpen.value && list.length > 0;
  return (
    <section class={`bands ${unfolds ? "unfolded" : ""}`} aria-label="What to know first">
      <div class="all">
        {list.map(({ key, kind, title, words, action }) => (
          <div key={key} class={`band ${kind}`} title={`${title} ${words}`}>
            <p>
              <strong>{title}</strong> {words}
            </p>
            {action === undefined ? undefined : (
              <button type="button" onClick={action.run}>
                {action.name}
              </button>
            )}
          </div>
        ))}
      </div>
      {list.length < 2 && (list[0]?.words.length ?? 0) < shortWords ? undefined : (
        <button
          type="button"
          class={`unfold ${list.length > 1 ? "several" : ""}`}
          aria-expanded={unfolds}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          {unfolds ? "fold ▴" : `${list.length > 1 ? `all ${list.length}` : "whole"} ▾`}
        </button>
      )}
    </section>
  );
}
