import type { Browser } from "playwright-core";
import { launchChromium } from "../../../scripts/lab/service/chromium.ts";

let launched: Promise<Browser> | undefined;

/** Returns the browser of this process, started on the first call. Each test's pages have their own context. */
export function sharedBrowser(): Promise<Browser> {
  // A test's page lives for seconds: optimizing its scripts costs more than it saves.
  launched ??= launchChromium(["--js-flags=--no-opt,--no-maglev"]);
  return launched;
}

// Outside every `describe`, so that it runs once, after the last test of the run.
after("close the shared browser", async () => {
  const browser = await launched?.catch(() => undefined);
  await browser?.close();
});
