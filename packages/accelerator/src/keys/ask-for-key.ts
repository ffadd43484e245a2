import { KeyRefused } from "./key-refused.js";
import type { KeyParts } from "./sealed-key.js";

/** Who is asked. */
export interface Asking {
  /** Whether somebody types; else lines are piped in. */
  readonly isTyped: boolean;
  /** Asks for lines that are not shown while they are typed. */
  askHidden(questions: readonly string[]): Promise<readonly string[]>;
}

/** How a key is kept. */
export interface KeyKeeping {
  /** Whether it is to be sealed. */
  readonly isSealed: boolean;
  /** Hands out the passphrase where it stands in a file; undefined: it is asked for. */
  readonly passphrase: (() => Promise<string>) | undefined;
}

/** A key as somebody typed or piped it in. */
export interface GivenKey {
  readonly parts: KeyParts;
  /** Undefined: it is kept open. */
  readonly passphrase: string | undefined;
}

/** Asks for a key, and for the passphrase that seals it. @throws KeyRefused */
export async function askForKey(asking: Asking, { isSealed, passphrase }: KeyKeeping): Promise<GivenKey> {
  const isAsked = isSealed && passphrase === undefined;
  const questions = ["API key", "API secret", ...(isAsked ? passphraseQuestions(asking) : [])];
  const [apiKey = "", apiSecret = "", ...typed] = await asking.askHidden(questions);
  const parts = { apiKey, apiSecret };
  return { parts, passphrase: isAsked ? samePassphrase(typed) : await passphrase?.() };
}

/** Asks for the passphrase that is to seal a key. @throws KeyRefused */
export async function askForPassphrase(asking: Asking): Promise<string> {
  return samePassphrase(await asking.askHidden(passphraseQuestions(asking)));
}

/** A passphrase that is typed is typed twice: a slip that nobody sees would lock the key away. */
function passphraseQuestions({ isTyped }: Asking): readonly string[] {
  return ["Passphrase", ...(isTyped ? ["The same passphrase again"] : [])];
}

function samePassphrase([typed = "", repeated = typed]: readonly string[]): string {
  if (typed === "") {
    throw new KeyRefused(
      "sealed with a passphrase",
      "Nothing was kept: the passphrase is empty. Run it again, or without --seal",
    );
  }
  if (typed !== repeated) {
    throw new KeyRefused("sealed with one passphrase", "Nothing was kept: the two passphrases differ. Run it again");
  }
  return typed;
}
