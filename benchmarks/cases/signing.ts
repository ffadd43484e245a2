import { createHmac } from "node:crypto";
import { createHmacMd5 } from "@depthwire/core/internal";
import { requestSecret, requestTexts } from "../corpus/request-texts.js";
import { itemEntrants } from "../runner/item-entrants.js";
import { measure } from "../runner/measure.js";
import { caseReport, partReport } from "../runner/report.js";
import type { BenchmarkCase } from "./benchmark-case.js";
import { atLeast } from "./goals.js";

const requests = 2000;

/** Signing a request: HMAC-MD5 of about 205 bytes of text under one key, as lowercase hexadecimal. */
export const signing: BenchmarkCase = {
  name: "signing",
  async run(context) {
    const parts = [1, 2, 3].map((seed) => {
      const texts = requestTexts(seed, requests);
      const hmac = createHmacMd5(new TextEncoder().encode(requestSecret));
      const entrants = itemEntrants(texts, {
        ours: (text) => hmac.hex(text),
        "node:crypto": (text) => createHmac("md5", requestSecret).update(text).digest("hex"),
      });
      context.progress(`signing, seed ${seed}: done`);
      return partReport(`seed ${seed}`, measure(entrants, context));
    });
    const report = caseReport("signing", "signatures/s", parts);
    return [{ ...report, goals: [atLeast("signing-crypto", 2, "times node:crypto", report.ratios["node:crypto"])] }];
  },
};
