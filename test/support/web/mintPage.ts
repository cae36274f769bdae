import type { Locator, Page } from "playwright-core";

/** Returns locators of the mint page by role and visible name, and shared actions. */
export function mintPage(page: Page) {
  const whyNot = page.getByText("Why can't I mint?");

  return {
    whyNot,
    quantity: page.getByLabel("How many"),

    mintButton(qty: number): Locator {
      const name = `Mint ${qty} ${qty === 1 ? "drifter" : "drifters"}`;
      return page.getByRole("button", { name, exact: true });
    },

    /** Finds a rule of the explanation by its title. */
    rule(title: string): Locator {
      const rules = page.getByRole("list", { name: "Rules, in the contract's order" });
      return rules.getByRole("listitem").filter({ hasText: title });
    },

    /** Adds a hypothetical call of the owner. */
    async addCall(call: string): Promise<void> {
      const form = page.getByRole("group", { name: "What if the owner first …" });
      await form.getByLabel("Call", { exact: true }).fill(call);
      await form.getByRole("button", { name: "Add" }).click();
    },
  };
}
