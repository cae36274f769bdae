import { expect } from "chai";
import { copyRepository, runCommand } from "../../../../support/commands/docCommands.ts";
import { inSoak } from "../../../../support/search.ts";

/** Plurals of their own, the limits of the supply cap, and signs that shells, code and markup escape. */
const collections: Record<string, readonly [facts: string, tests: string]> = {
  "a cap of 1 and a name with signs": [
    `"Ox's \\$& <Herd>" --symbol OX --noun ox --nouns oxen --cap 1 --price 0.5 --batch 1 --hue 20`,
    "node scripts/test/test.ts test/contracts test/protocol test/web/pages/journeys.test.ts test/web/book",
  ],
  "the largest cap": [
    "Geese --symbol GEESE --noun goose --nouns geese --cap 16383 --price 12 --batch 254 --hue 300",
    "node scripts/test/test.ts test/contracts test/protocol test/web/pages/journeys.test.ts test/web/book",
  ],
  "a cap of 500": [
    '"Moss Lantern Guild" --symbol MLG --noun lamplighter --nouns lamplighters --cap 500 --price 0.03 --batch 4 --hue 120',
    "node scripts/check/check.ts && node scripts/test/test.ts",
  ],
};

inSoak.describe("new collection in a clone", () => {
  for (const [what, [facts, tests]] of Object.entries(collections)) {
    it(`passes its checks and tests, with ${what}`, async () => {
      const cwd = await copyRepository();
      const commit = "git add --all && git -c user.name=A -c user.email=a@example.com commit -qm";
      for (const command of [
        `git init --quiet && ${commit} Clone`,
        `node scripts/commands/collection.ts new ${facts} && ${commit} Own`,
        tests,
      ]) {
        const { output, status } = await runCommand(command, { cwd, env: { SOAK: "" } });
        expect(status, output.slice(-20_000)).to.equal(0);
      }
    });
  }
});
