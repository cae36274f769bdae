import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { StoryRequest } from "#protocol/wire/pageMarkup";
import type { SignedRevision } from "#protocol/wire/responses";
import { runtimeConfigMarker } from "#protocol/wire/runtimeConfig";
import { createStoryMarkup } from "../../../api/src/pages/storyMarkup.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

describe("createStoryMarkup", () => {
  let webDir: string;
  let rendered: string[];
  const writeBuild = (build: string) =>
    writeFile(join(webDir, "index.html"), `${build}${runtimeConfigMarker}`);
  const create = () =>
    createStoryMarkup(
      { webDir },
      {
        async renderStory(template: string, { path, narrative }: StoryRequest) {
          rendered.push(path);
          return narrative === "busy"
            ? undefined
            : `${template.replace(runtimeConfigMarker, "")}: ${narrative}`;
        },
      },
    );
  const story = (drifterId: number, revision = 1, narrative = "Dry.") =>
    // Safety: rendering reads no more.
    ({ drifterId: String(drifterId), revision, narrative }) as SignedRevision;
  beforeEach(async () => {
    webDir = await temporaryFolder();
    rendered = [];
  });

  it("renders a text once per build, and a failed one again", async () => {
    const markup = create();
    expect(await markup(story(7))).to.equal(undefined);
    await writeBuild("one");
    expect([await markup(story(7)), await markup(story(7))]).to.deep.equal([
      "one: Dry.",
      "one: Dry.",
    ]);
    expect(await markup(story(7, 2, "Wet."))).to.equal("one: Wet.");
    // As in a store that was restored to an earlier state.
    expect(await markup(story(7, 2, "Damp."))).to.equal("one: Damp.");
    expect([await markup(story(8, 1, "busy")), await markup(story(8))]).to.deep.equal([
      undefined,
      "one: Dry.",
    ]);
    await writeBuild("two");
    expect(await markup(story(7))).to.equal("two: Dry.");
    expect(rendered).to.deep.equal(
      [
        "7?revision=1",
        "7?revision=2",
        "7?revision=2",
        "8?revision=1",
        "8?revision=1",
        "7?revision=1",
      ].map((path) => `/drifter/${path}`),
    );
  });

  it("forgets the least recently used of more than 100 stories", async () => {
    await writeBuild("one");
    const markup = create();
    for (let id = 0; id < 100; id += 1) await markup(story(id));
    await markup(story(0));
    await markup(story(100));
    rendered = [];
    await markup(story(0));
    await markup(story(1));
    expect(rendered).to.deep.equal(["/drifter/1?revision=1"]);
  });
});
