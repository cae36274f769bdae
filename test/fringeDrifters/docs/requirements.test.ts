import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { requirementsPage } from "../../../scripts/test/requirements.ts";

describe("docs/requirements.md", () => {
  it("equals the output of npm run requirements", async () => {
    const written = await readFile(
      join(import.meta.dirname, "../../../docs/requirements.md"),
      "utf8",
    );
    // Omits the difference, which may be pages long.
    if (written !== (await requirementsPage())) {
      expect.fail("docs/requirements.md is stale: run `npm run requirements`.");
    }
  });
});
