import { runCommand, tellProgress } from "@depthwire/tools/command-line";
import { parseSoakOptions } from "./options.js";
import { runSoak } from "./run.js";

/** One line of progress for so many looks at the heap. */
const looksPerLine = 20;

runCommand("soak", parseSoakOptions, (options) => {
  let looks = 0;
  return runSoak(options, (heapBytes) => {
    looks += 1;
    if (looks % looksPerLine === 0) {
      tellProgress(`heap after ${looks} looks: ${heapBytes} bytes`);
    }
  });
});
