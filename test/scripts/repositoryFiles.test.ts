import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { repositoryFilesAreValid } from "../../scripts/check/repositoryFiles.ts";
import { readStartOptions, type StartOptions } from "../../scripts/world/startOptions.ts";

const root = join(import.meta.dirname, "../..");
const files = [
  ".devcontainer",
  ".vscode",
  ".github",
  ".nvmrc",
  "api/production/Containerfile",
  "compose.yaml",
  "package.json",
  "renovate.json",
  "scripts/packages/node/package.json",
];

describe("the check of files that GitHub, Renovate, Compose and editors read", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "fringe-drifters-files-"));
    for (const file of files) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await cp(join(root, file), join(folder, file), { recursive: true });
    }
  });
  after(() => rm(folder, { recursive: true }));

  /** What the check says while one text of a file is replaced. */
  async function complaintAbout(file: string, from: string | RegExp, to: string) {
    const text = await readFile(join(root, file), "utf8");
    const changed = text.replace(from, to);
    expect(changed).not.to.equal(text);
    await writeFile(join(folder, file), changed);
    const complaint = await repositoryFilesAreValid(folder);
    await writeFile(join(folder, file), text);
    return complaint;
  }

  it("accepts the files of this repository", async () => {
    expect(await repositoryFilesAreValid(folder)).to.equal(undefined);
  });

  it("forwards the ports of npm start from the development container", async () => {
    const { forwardPorts } = JSON.parse(
      await readFile(join(root, ".devcontainer/devcontainer.json"), "utf8"),
    );
    // Safety: without --help the options are read.
    const { ports } = (await readStartOptions([])) as StartOptions;
    expect(forwardPorts).to.have.members(Object.values(ports));
  });

  const faults: readonly [
    what: string,
    file: string,
    from: string | RegExp,
    to: string,
    says: RegExp,
  ][] = [
    ["an action at a tag", ".github/workflows/ci.yml", /checkout@\w+/, "checkout@v5", /steps\[0\]/],
    [
      "an action without its version",
      ".github/workflows/ci.yml",
      / # v5.0.0/,
      "",
      /no comment with its version/,
    ],
    [
      "a misspelt key of a job",
      ".github/workflows/release.yml",
      "timeout-minutes",
      "timeout",
      /"timeout"/,
    ],
    [
      "a file that is no YAML",
      ".github/workflows/ci.yml",
      "jobs:",
      "jobs: [",
      /^\.github\/workflows\/ci\.yml: /,
    ],
    [
      "a question without a label",
      ".github/ISSUE_TEMPLATE/bug.yml",
      "label: Versions",
      "title: Versions",
      /label/,
    ],
    [
      "an unknown setting of the forms",
      ".github/ISSUE_TEMPLATE/config.yml",
      "blank_issues_enabled",
      "blank",
      /"blank"/,
    ],
    [
      "a service without a health check",
      "compose.yaml",
      / {4}healthcheck:\n( {6}.*\n)+/,
      "",
      /services\.database/,
    ],
    [
      "an image without a version",
      "compose.yaml",
      "postgres:18-trixie",
      "postgres:latest",
      /has no version/,
    ],
    [
      "a port open to other machines",
      "compose.yaml",
      "127.0.0.1:${HTTP_PORT",
      "${HTTP_PORT",
      /open to other machines/,
    ],
    [
      "a volume that is not declared",
      "compose.yaml",
      "\n  cache:",
      "\n  other:",
      /has no cache below/,
    ],
    [
      "a pin without a reason",
      "renovate.json",
      /"description": "Newer[^\n]+\n/,
      "",
      /packageRules\[6\]/,
    ],
    [
      "another version of Node",
      ".nvmrc",
      "24",
      "22",
      /\.nvmrc: scripts\/packages\/node\/package\.json has Node 24, not 22/,
    ],
    [
      "an image of another Node",
      "api/production/Containerfile",
      "node:24",
      "node:26",
      /has Node 24, not 26/,
    ],
    [
      "a development container with another Node",
      ".devcontainer/Containerfile",
      "node:24",
      "node:22",
      /\.devcontainer\/Containerfile: scripts\/packages\/node\/package\.json has Node 24, not 22/,
    ],
    [
      "a forwarded port without a label",
      ".devcontainer/devcontainer.json",
      "[5173",
      "[5174, 5173",
      /has no label\s.*portsAttributes/,
    ],
    [
      "an unknown setting of a task",
      ".vscode/tasks.json",
      "isBackground",
      "background",
      /"background"/,
    ],
    [
      "a task without a script",
      ".vscode/tasks.json",
      '"script": "fix"',
      '"script": "repair"',
      /\.vscode\/tasks\.json: package\.json has no script repair/,
    ],
    [
      "an extension without its publisher",
      ".vscode/extensions.json",
      "biomejs.biome",
      "biome",
      /recommendations\[0\]/,
    ],
  ];
  for (const [what, file, from, to, says] of faults) {
    it(`reports ${what}`, async () => {
      expect(await complaintAbout(file, from, to)).to.match(says);
    });
  }
});
