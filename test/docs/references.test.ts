import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { pageList } from "#protocol/wire/pages";
import { apiPaths, isAtPath } from "#protocol/wire/paths";
import { ownTests } from "../../scripts/shared/ownTests.ts";
import { documents, textOf, trackedFiles } from "../support/commands/documents.ts";

const root = join(import.meta.dirname, "..", "..");
/** Whether npm run collection has removed this path. */
const isRemoved = (path: string) => path.includes(ownTests) && !existsSync(join(root, ownTests));

describe("references in docs/", () => {
  for (const file of documents) {
    describe(file, () => {
      it("links to existing files and headings", async () => {
        const text = await textOf(file);
        const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(
          ([, link]) => link ?? "",
        );
        const dead = [];
        for (const link of links)
          if (!isRemoved(link) && !(await leadsSomewhere(file, link))) dead.push(link);
        expect(dead).to.deep.equal([]);
      });

      it("mentions only existing npm scripts", async () => {
        const { scripts } = JSON.parse(await textOf("package.json"));
        const text = await textOf(file);
        const named = [...text.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name);
        expect(named.filter((name) => name !== undefined && !(name in scripts))).to.deep.equal([]);
      });

      it("mentions only existing API paths", async () => {
        const text = (await textOf(file)).replace(/^```[\s\S]*?^```/gm, "");
        const named = [...text.matchAll(/`(?:[A-Z]+ )?(\/(?:api|drifters)\/[^`\s]*)`/g)]
          .map(([, path]) => path ?? "")
          .filter((path) => !/[*…]|\/$/.test(path));
        const paths = Object.values(apiPaths);
        const unknown = named.filter((name) => !paths.some((path) => isAtPath(path, name)));
        expect(unknown).to.deep.equal([]);
      });

      it("mentions only existing files and folders", async () => {
        const text = (await textOf(file)).replace(/^```[\s\S]*?^```/gm, "");
        const paths = [
          ...text.matchAll(/`((?:api|contracts|docs|scripts|test|web|typechain-types)\/[^`\s]*)`/g),
        ]
          .map(([, path]) => path ?? "")
          // A clone does not contain the build's output.
          .filter((path) => !/[*{…<]/.test(path));
        expect(
          paths.filter((path) => !isRemoved(path) && !existsSync(join(root, path))),
        ).to.deep.equal([]);
      });
    });
  }
});

describe("docs/properties.md", () => {
  it("quotes existing test titles", async () => {
    const cells = (await textOf("docs/properties.md")).matchAll(
      /`(test\/[^`]+\.tsx?)` ((?:“[^”]+”(?:, )?)+)/g,
    );
    const titles = [...cells].flatMap(([, file = "", quoted = ""]) =>
      (isRemoved(file) ? "" : quoted)
        .split(/[“”](?:, “)?/)
        .filter(Boolean)
        .map((title) => ({ file, title })),
    );
    expect(titles).to.have.length.above(50);
    const texts = await Promise.all(titles.map(({ file }) => textOf(file)));
    expect(titles.filter(({ title }, index) => !texts[index]?.includes(title))).to.deep.equal([]);
  });
});

describe("docs/architecture.md", () => {
  it("lists every top-level folder and every subfolder of the code", async () => {
    const text = await textOf("docs/architecture.md");
    const withRooms = [".", "api", "api/src", "contracts", "scripts", "test", "web", "web/src"];
    const folders = new Set(trackedFiles("*").flatMap(foldersAround));
    const rooms = [...folders].filter(
      (folder) => !folder.startsWith(".") && withRooms.includes(dirname(folder)),
    );
    expect(rooms).to.include.members(["docs", "api/protocol", "scripts/commands"]);
    expect(rooms.filter((room) => !text.includes(`\`${room}/\``))).to.deep.equal([]);
  });
});

function foldersAround(path: string): string[] {
  const folder = dirname(path);
  return folder === "." ? [] : [folder, ...foldersAround(folder)];
}

/** Whether a link leads to an existing file and heading or, in a site text, to one of the site's pages. */
async function leadsSomewhere(file: string, link: string): Promise<boolean> {
  if (link.startsWith("/")) return pageList.some((page) => page.path === link);
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? file : join(dirname(file), path);
  if (!existsSync(join(root, target))) return false;
  return (
    anchor === undefined || headingsOf(await readFile(join(root, target), "utf8")).includes(anchor)
  );
}

/** Returns the anchors that GitHub creates for headings. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
