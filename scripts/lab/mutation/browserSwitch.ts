import { type BrowserContext, chromium, type Disposable } from "playwright-core";
import { mutantSwitch } from "./switch.ts";

const contexts = new Map<BrowserContext, Disposable>();

/** From now on every page that a test opens asks the same switch as this process, and tells it what it reaches. */
export function switchPages(): void {
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
      contexts.set(context, await install(context));
      return context;
    };
    return browser;
  };
}

/** Has documents that are opened from now on learn which mutant is on. */
export async function updatePages(): Promise<void> {
  for (const [context, script] of contexts) {
    await script.dispose();
    contexts.set(context, await install(context));
  }
}

function install(context: BrowserContext): Promise<Disposable> {
  return context.addInitScript(switchInPage, mutantSwitch().active);
}

/** Runs in a page, before its own scripts. */
function switchInPage(active: number): void {
  const seen = new Set<number>();
  let untold: number[] = [];
  const page = globalThis as unknown as {
    isMutant__(number: number): boolean;
    reached__(numbers: number[]): void;
  };
  const tell = () => {
    page.reached__(untold);
    untold = [];
  };
  page.isMutant__ = (number) => {
    if (!seen.has(number)) {
      seen.add(number);
      if (untold.push(number) === 1) queueMicrotask(tell);
    }
    return number === active;
  };
}
