import { cancelAll, halt } from "../data/actions.js";
import { chooseDirection, goOn, phase } from "../ticket/ticket-state.js";
import { chosenKey, moveChoice, openPalette, openTab, overlay, shownRows, tabNames, view } from "./overlays.js";

function isTyping(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.matches("input, select, textarea");
}

/** Whether words are typed: everywhere else a capital H is the halt. */
function isWording(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && (target.type === "search" || target.role === "combobox");
}

const plain: Readonly<Record<string, () => void>> = {
  "/": () => document.querySelector<HTMLInputElement>(".tabs input")?.focus(),
  "?": () => {
    overlay.value = "sheet";
  },
  j: () => moveChoice(1),
  k: () => moveChoice(-1),
  b: () => turnTicket("buy"),
  s: () => turnTicket("sell"),
  x: () => shownRows.value.find(({ key }) => key === chosenKey.value)?.cancel?.(),
  X: () => void cancelAll(),
};

function turnTicket(direction: "buy" | "sell"): void {
  chooseDirection(direction);
  view.value = "trade";
  document.querySelector<HTMLInputElement>("#ticket-quantity")?.focus();
}

/** Keys that do once what they do, however long they are held. */
const asksOnce: ReadonlySet<string> = new Set(["Enter", "H", "X", "x"]);

/** Whether a key was for us. */
function press(event: KeyboardEvent): boolean {
  if (event.repeat && asksOnce.has(event.key)) {
    // A key that is held down is one wish: it never sends what it has just brought to the review.
    return !isTyping(event.target) || event.key === "Enter";
  }
  if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
    openPalette("all");
    return true;
  }
  if (event.metaKey || event.ctrlKey || event.altKey) {
    return false;
  }
  // From anywhere; a field takes the letter H itself only where it is typed into.
  if (event.shiftKey && event.key === "H" && !isWording(event.target)) {
    void halt();
    return true;
  }
  if (event.key === "Escape") {
    return pressEscape(event);
  }
  const inTicket = event.target instanceof HTMLElement && event.target.closest(".ticket") !== null;
  if (event.key === "Enter" && inTicket && event.target instanceof HTMLInputElement) {
    goOn();
    return true;
  }
  if (isTyping(event.target) || overlay.value !== "none") {
    return false;
  }
  return pressPlain(event);
}

function pressEscape({ target }: KeyboardEvent): boolean {
  if (phase.value === "reviewing") {
    phase.value = "writing";
    return true;
  }
  if (overlay.value === "none" && isTyping(target)) {
    target.blur();
  }
  // What the browser does with it besides, such as emptying a search, is right.
  return false;
}

function pressPlain({ key, target }: KeyboardEvent): boolean {
  const name = tabNames[Number(key) - 1];
  if (name !== undefined) {
    openTab(name);
    return true;
  }
  if (key === "Enter" && phase.value === "reviewing" && !(target instanceof HTMLButtonElement)) {
    goOn();
    return true;
  }
  const action = plain[key];
  action?.();
  return action !== undefined;
}

/** Follows the keyboard. */
export function followKeyboard(): void {
  document.addEventListener("keydown", (event) => {
    if (press(event)) {
      event.preventDefault();
    }
  });
}
