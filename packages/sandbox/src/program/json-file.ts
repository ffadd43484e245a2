import { readFile } from "node:fs/promises";
import { ValidationError } from "@depthwire/core";

/**
 * Reads a file of JSON that an option names.
 *
 * @throws ValidationError `option-invalid` when the file cannot be read or is not JSON; `cause` has the words of the system or the parser
 */
export async function readJsonFile(option: string, file: string): Promise<unknown> {
  const read = async (): Promise<string> => {
    try {
      return await readFile(file, "utf8");
    } catch (cause) {
      throw new ValidationError("option-invalid", { option, rule: "a file that can be read" }, { cause });
    }
  };
  const text = await read();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ValidationError("option-invalid", { option, rule: "a file of JSON" }, { cause });
  }
}
