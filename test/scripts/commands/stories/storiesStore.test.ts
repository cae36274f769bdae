import { chmod, cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { useStoryCommands } from "../../../support/commands/storyCommands.ts";
import { expectTranscript, itPrints } from "../../../support/commands/transcript.ts";
import { runAsOrdinaryUser } from "../../../support/ordinaryUser.ts";

describe("npm run stories", () => {
  const at = useStoryCommands();

  itPrints("prints the store and the result, or why nothing happened", async () => {
    const names = { folder: at.folder, url: at.api.url, store: at.api.settings.dataDir };
    await writeFile(join(names.store, "1.1.a.json.corrupt-7"), "");
    await expectTranscript("stories", { run: at.stories, names });
  });

  describe("story store", () => {
    /** Commands for an existing store. */
    const ofAStore = () => [["hide", "1"], ["unhide", "1"], ["hidden"], ["export", at.file]];

    it("accepts a folder from a backup, without a lock", async () => {
      const dataDir = join(at.folder, "restored");
      await cp(at.api.settings.dataDir, dataDir, { recursive: true });
      await rm(join(dataDir, ".lock"));
      const { status } = await at.stories(["export", at.file], { DATA_DIR: dataDir });
      expect(status).to.equal(0);
    });

    it("is not created in a missing folder or a folder without a store", async () => {
      const [nowhere, bare] = [join(at.folder, "nowhere"), join(at.folder, "bare")];
      await mkdir(bare);
      for (const dataDir of [nowhere, bare]) {
        for (const args of ofAStore()) {
          const { stderr } = await at.stories(args, { DATA_DIR: dataDir });
          expect(stderr).to.match(/^There is no store at /);
        }
      }
      expect(await readdir(at.folder)).to.deep.equal(["bare"]);
      expect(await readdir(bare)).to.deep.equal([]);
    });

    it("is reported by every command if its user may not read it", async () => {
      const locked = join(at.folder, "locked");
      await mkdir(locked, { mode: 0o000 });
      await chmod(at.folder, 0o755);
      const rejected: string[] = [];
      await runAsOrdinaryUser(async () => {
        for (const args of [...ofAStore(), ["import", at.file]]) {
          const { status, stderr } = await at.stories(args, { DATA_DIR: locked });
          if (status === 1) rejected.push(stderr.replace(/^Store: .*\n/, ""));
        }
      });
      await chmod(locked, 0o700);
      expect(rejected).to.have.length(5);
      for (const message of rejected) {
        expect(message).to.match(/^The folder .* cannot be used \(EACCES: /);
        expect(message.trimEnd().split("\n")).to.have.length(1);
        expect(message).to.include(`'${locked}`).and.include("). Let the service's user read and");
      }
    });
  });
});
