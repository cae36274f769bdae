import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

const project = join(import.meta.dirname, "../../..");
const { readHelp } = await import(join(project, "scripts/bootstrap/help.mjs"));
const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));

describe("help texts", () => {
  for (const [name, line] of Object.entries<string>(scripts)) {
    const [, file = ""] = /(\S+\.ts)/.exec(line) ?? [];
    const help: string = readHelp(file);

    it(`describes npm run ${name} in the common style`, () => {
      const [usage = ""] = help.split("\n\n");
      const lines = help.split("\n");
      const descriptions = [...help.matchAll(/^ {2}[-a-z]\S*.*? {2,}(?<text>\S.*)$/gm)];
      expect(lines.filter((each) => each.length > 120)).to.deep.equal([]);
      expect(descriptions.filter(([, text = ""]) => /^[A-Z][a-z]/.test(text))).to.deep.equal([]);
      expect(help).not.to.match(/invalid usage|\bETHER\b/);
      const takesMore = /OPTIONS|COMMAND|[A-Z]{3,}/.test(usage.replace(/^Usage: /, ""));
      if (takesMore && name !== "serve")
        expect(help).to.match(/^ {2}npm (?:run|start|test) ?\S* --/m);
    });
  }
});
