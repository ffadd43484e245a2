import type { JSX } from "preact";
import { clockText } from "./figures.js";
import { Panel, Scroll } from "./panel.js";
import { happenings } from "./world.js";

/** Everything that the book and the account said of themselves, newest first. */
export function HappenedPanel(): JSX.Element {
  return (
    <Panel area="happened" title="What happened" head={<span class="push faint">newest first</span>}>
      <Scroll label="Everything that happened, newest first">
        <ol class="happened">
          {happenings.value.map(({ atMs, tone, words }, at) => (
            <li key={happenings.value.length - at} class={tone}>
              <span class="faint">{clockText(atMs)}</span> {words}
            </li>
          ))}
        </ol>
      </Scroll>
    </Panel>
  );
}
