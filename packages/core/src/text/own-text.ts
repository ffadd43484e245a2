/**
 * The same text as a copy. Engines let a part of a text keep the whole text that it was cut from: an id that is remembered for long
 * would keep the message that told it.
 */
export function ownText<Text extends string>(text: Text): Text {
  return [...text].join("") as Text;
}
