import { Refused } from "../../program/refused.js";

/** Of folders and of packages alike. */
const form = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/** @throws Refused `usage` for what is no name of a package */
export function checkName(name: string): string {
  if (!form.test(name)) {
    const rule = "small letters, digits, dots, dashes and underscores, a letter or digit first";
    throw new Refused("usage", `${name} is no name for a project`, `Use ${rule}, such as my-bot.`);
  }
  return name;
}
