import { type BrowserContext, chromium, type Disposable } from "playwright-core";
import { mutantSwitch } from "./switch.ts";

type PageScript = (active: number) => void;

const contexts = new Map<BrowserContext, { script: PageScript; installed: Disposable }>();

/**
 * Makes every page that a test opens use the switch of this process and report the mutants that it reaches.
 *
 * @param script runs in each document before the document's scripts.
 */
export function switchPages(script: PageScript): void {
  const launch = chromium.launch.bind(chromium);
  chromium.launch = async (options) => {
    const browser = await launch(options);
    const newContext = browser.newContext.bind(browser);
    browser.newContext = async (contextOptions) => {
      const context = await newContext(contextOptions);
      await context.exposeBinding("reached__", (_page, numbers: number[]) => {
        const { reached } = mutantSwitch();
        for (const number of numbers) reached[number] = 1;
      });
      context.once("close", () => contexts.delete(context));
      contexts.set(context, { script, installed: await install(context, script) });
      return context;
    };
    return browser;
  };
}

/** Passes the active mutant to documents that are opened later. */
export async function updatePages(): Promise<void> {
  for (const [context, { script, installed }] of contexts) {
    await installed.dispose();
    contexts.set(context, { script, installed: await install(context, script) });
  }
}

function install(context: BrowserContext, script: PageScript): Promise<Disposable> {
  return context.addInitScript(script, mutantSwitch().active);
}
