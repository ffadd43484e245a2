import type { ComponentChildren, JSX } from "preact";

/** One part of the desk. */
export interface PanelProps {
  readonly area: string;
  readonly title: string;
  readonly head?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of the desk with its heading. */
export function Panel({ area, title, head, children }: PanelProps): JSX.Element {
  return (
    <section class={`panel area-${area}`} aria-labelledby={`title-${area}`}>
      <header>
        <h2 id={`title-${area}`}>{title}</h2>
        {head}
      </header>
      {children}
    </section>
  );
}
