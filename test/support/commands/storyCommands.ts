import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { SignedRevision } from "#protocol/wire/responses";
import { readSettings } from "../../../api/src/settings/settings.ts";
import { runStories } from "../../../scripts/commands/stories/runStories.ts";
import { runVerify } from "../../../scripts/commands/stories/runVerify.ts";
import {
  type Api,
  account,
  type Fixture,
  openFixture,
  recordOf,
  signedSave,
  startApiFor,
} from "../api/apiFixture.ts";
import { temporaryFolder } from "../temporaryFolder.ts";
import { runInProcess } from "./commandHere.ts";
import type { ScriptOutcome } from "./runScript.ts";

/** Author of all stories. */
export const owner = account(2);

export type StoryCommands = ReturnType<typeof useStoryCommands>;

/** Registers hooks that start a service with a new copy of the same stories for each test of this `describe`. */
export function useStoryCommands() {
  const command =
    (run: typeof runStories) =>
    (args: string[], overrides: Record<string, string> = {}): Promise<ScriptOutcome> => {
      const environment = {
        DATA_DIR: at.api.settings.dataDir,
        RPC_URL: at.fixture.chain.url,
        CONTRACT_ADDRESS: at.api.settings.contract,
        ...overrides,
      };
      return runInProcess((output) => run(args, () => readSettings(environment), output));
    };
  const commands = {
    /** Runs `npm run stories` with the service's environment. */
    stories: command(runStories),
    /** Runs `npm run verify` with the service's environment. */
    verify: command(runVerify),
  };
  // Safety: complete before a test can read it.
  const at = commands as typeof commands & {
    fixture: Fixture;
    api: Api;
    /** Empty folder of the current test. */
    folder: string;
    /** Path in `folder`, for an archive. */
    file: string;
    /** Two stories, a second revision of the first, and the removal of the second, in save order. */
    records: SignedRevision[];
  };
  let saved: string;

  before(async () => {
    at.fixture = await openFixture();
    await using api = await startApiFor(at.fixture);
    const give = () => at.fixture.giveToken(owner.address);
    const save = async (id: string, text: string) =>
      recordOf(await api.save(await signedSave(owner, id, text)));
    const [first, second] = [await give(), await give()];
    at.records = [
      await save(first, "One. \u2028 Still one."),
      await save(second, "Two."),
      await save(first, "One, again."),
      await save(second, "<!-- 5f3c -->\n"),
    ];
    saved = api.settings.dataDir;
  });
  after(() => at.fixture.close());
  beforeEach(async () => {
    at.folder = await temporaryFolder();
    at.file = join(at.folder, "stories.jsonl");
    const dataDir = join(await temporaryFolder(), "narratives");
    await cp(saved, dataDir, { recursive: true });
    at.api = await startApiFor(at.fixture, { dataDir });
  });
  afterEach(() => at.api.close());
  return at;
}

/** Changes a file's text; fails if the text stays the same. */
export async function rewrite(file: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(file, "utf8");
  expect(change(text)).not.to.equal(text);
  await writeFile(file, change(text));
}
