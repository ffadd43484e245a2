import { vi } from "vitest";

/** An element as far as keys look at it. */
export class FakeElement extends EventTarget {
  readonly tag: string;
  readonly type: string;
  readonly role: string | null;
  /** Whether it stands in the ticket. */
  readonly isInTicket: boolean;
  /** How often it was focused, and left. */
  readonly visits = { focused: 0, left: 0 };

  constructor(tag: string, of: { type?: string; role?: string; isInTicket?: boolean } = {}) {
    super();
    this.tag = tag;
    this.type = of.type ?? "text";
    this.role = of.role ?? null;
    this.isInTicket = of.isInTicket ?? false;
  }

  matches(selector: string): boolean {
    return selector.split(", ").includes(this.tag);
  }

  closest(selector: string): FakeElement | null {
    return this.isInTicket && selector === ".ticket" ? this : null;
  }

  focus(): void {
    this.visits.focused++;
  }

  blur(): void {
    this.visits.left++;
  }
}

class FakeInput extends FakeElement {}
class FakeButton extends FakeElement {}

/** An element of a page, by its tag. */
export function element(tag: string, of: ConstructorParameters<typeof FakeElement>[1] = {}): FakeElement {
  const kinds: Readonly<Record<string, typeof FakeElement>> = { input: FakeInput, button: FakeButton };
  return new (kinds[tag] ?? FakeElement)(tag, of);
}

/** What was done with a key that was pressed. */
export type Press = (key: string, target?: FakeElement, held?: Partial<KeyboardEvent>) => boolean;

/**
 * A page with these elements, until the test is over.
 *
 * @param elements by the selectors that find them
 * @returns presses a key there, and tells whether the page took it from the browser
 */
export function fakePage(elements: Readonly<Record<string, FakeElement>>): Press {
  const listeners = new Map<string, (event: KeyboardEvent) => void>();
  vi.stubGlobal("HTMLElement", FakeElement);
  vi.stubGlobal("HTMLInputElement", FakeInput);
  vi.stubGlobal("HTMLButtonElement", FakeButton);
  vi.stubGlobal("document", {
    querySelector: (selector: string) => elements[selector] ?? null,
    addEventListener: (name: string, listener: (event: KeyboardEvent) => void) => listeners.set(name, listener),
  });
  return (key, target = element("body"), held = {}) => {
    let isTaken = false;
    const preventDefault = (): void => {
      isTaken = true;
    };
    const keys = { shiftKey: false, metaKey: false, ctrlKey: false, altKey: false, repeat: false };
    listeners.get("keydown")?.({ key, target, preventDefault, ...keys, ...held } as unknown as KeyboardEvent);
    return isTaken;
  };
}
