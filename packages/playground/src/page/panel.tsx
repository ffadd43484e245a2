import type { ComponentChildren, JSX } from "preact";

/** One part of the page. */
export interface PanelProps {
  readonly area: string;
  readonly title: string;
  readonly head?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of the page with its heading. */
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

/** The part of a panel that scrolls. */
export function Scroll(props: {
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { label, class: name = "", children } = props;
  return (
    <section
      class={`body scrolls ${name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={label}
    >
      {children}
    </section>
  );
}
