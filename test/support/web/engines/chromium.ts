import { launchChromium } from "../../../../scripts/lab/service/chromium.ts";
import type { Engine } from "./engine.ts";

/** The packaged Chromium, through Playwright. */
export const chromium: Engine = {
  name: "Chromium",
  async launch() {
    const browser = await launchChromium();
    const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
    const went = { back: page.goBack, forward: page.goForward, reload: page.reload };
    return {
      open: async (url) => void (await page.goto(url)),
      go: async (where) => void (await went[where].call(page)),
      // The test compiler inserts calls to a helper that pages lack.
      evaluate: (work, ...args) =>
        page.evaluate(
          ([source, args]) => new Function("__name", `return ${source}`)(() => 0)(...args),
          [String(work), args] as const,
        ),
      click: (x, y) => page.mouse.click(x, y),
      type: (text) => page.keyboard.type(text),
      press: (key, ...modifiers) => page.keyboard.press([...modifiers, key].join("+")),
      close: () => browser.close(),
    };
  },
};
