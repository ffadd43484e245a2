import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { overlay } from "./overlays.js";

/** Closes whatever lies above the desk. */
export function closeOverlay(): void {
  overlay.value = "none";
}

/** What a dialog is. */
export interface DialogProps {
  readonly name: string;
  readonly label: string;
  readonly children: JSX.Element;
}

/** A dialog that is open as long as it is there. */
export function Dialog({ name, label, children }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class={name} aria-label={label} onClose={closeOverlay}>
      {children}
    </dialog>
  );
}
