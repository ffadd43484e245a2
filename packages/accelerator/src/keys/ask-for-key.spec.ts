import { expect, it } from "vitest";
import { askForKey, askForPassphrase } from "./ask-for-key.js";

function asking(isTyped: boolean, ...answers: readonly string[]) {
  const asked: (readonly string[])[] = [];
  const askHidden = async (questions: readonly string[]): Promise<readonly string[]> => {
    asked.push(questions);
    return answers;
  };
  return { asked, asking: { isTyped, askHidden } };
}

const parts = { apiKey: "canary-key", apiSecret: "canary-secret" };
const { apiKey, apiSecret } = parts;
const asIs = { isSealed: false, passphrase: undefined };
const sealed = { isSealed: true, passphrase: undefined };

it("a key that is not sealed is asked for alone, and a passphrase that is handed over is not asked for", async () => {
  const open = asking(true, apiKey, apiSecret);
  expect(await askForKey(open.asking, asIs)).toEqual({ parts, passphrase: undefined });
  const handed = { isSealed: true, passphrase: async () => "horse" };
  expect(await askForKey(open.asking, handed)).toEqual({ parts, passphrase: "horse" });
  expect(open.asked).toEqual([
    ["API key", "API secret"],
    ["API key", "API secret"],
  ]);
  expect(await askForKey(asking(false).asking, asIs)).toEqual({
    parts: { apiKey: "", apiSecret: "" },
    passphrase: undefined,
  });
});

it("a passphrase is typed twice, and piped in once", async () => {
  const typed = asking(true, apiKey, apiSecret, "horse", "horse");
  expect(await askForKey(typed.asking, sealed)).toEqual({ parts, passphrase: "horse" });
  expect(typed.asked).toEqual([["API key", "API secret", "Passphrase", "The same passphrase again"]]);
  const piped = asking(false, apiKey, apiSecret, "horse");
  expect(await askForKey(piped.asking, sealed)).toEqual({ parts, passphrase: "horse" });
  expect(piped.asked).toEqual([["API key", "API secret", "Passphrase"]]);
  const alone = asking(true, "horse", "horse");
  expect(await askForPassphrase(alone.asking)).toBe("horse");
  expect(alone.asked).toEqual([["Passphrase", "The same passphrase again"]]);
});

it("two that differ, and one that is empty, keep nothing", async () => {
  const differ = asking(true, apiKey, apiSecret, "horse", "house").asking;
  await expect(askForKey(differ, sealed)).rejects.toMatchObject({
    words: "Nothing was kept: the two passphrases differ. Run it again",
  });
  for (const empty of [asking(true, apiKey, apiSecret, "", ""), asking(false, apiKey, apiSecret)]) {
    await expect(askForKey(empty.asking, sealed)).rejects.toMatchObject({
      words: "Nothing was kept: the passphrase is empty. Run it again, or without --seal",
    });
  }
});
