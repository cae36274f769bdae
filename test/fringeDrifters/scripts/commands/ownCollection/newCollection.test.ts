import { execFileSync } from "node:child_process";
import { appendFile, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../../../support/temporaryFolder.ts";

const root = join(import.meta.dirname, "../../../../..");
const copied = [
  "collection/collection.config.ts",
  "collection/theme.css",
  "collection/lore.md",
  "collection/collectionConfig.ts",
  "collection/sale.schema.json",
];
const example = "scripts/commands/deploy/parameters.example.json";

describe("npm run collection -- new", () => {
  let folder: string;

  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  /** Runs the command once per argument list, and returns the first two lines of each output. */
  const create = (...commands: string[][]) =>
    JSON.parse(
      execFileSync(
        process.execPath,
        [
          ...["--input-type=module", "--eval"],
          `const { runCollection } = await import(${JSON.stringify(`${root}/scripts/commands/ownCollection/runCollection.ts`)});
           const printed = [];
           const print = (text) => printed.push(text.split("\\n").slice(0, 2).join("\\n"));
           for (const args of ${JSON.stringify(commands)}) await runCollection(["new", ...args], { log: print, error: print });
           console.log(JSON.stringify(printed));`,
        ],
        { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
      ),
    );
  const write = async (file: string, text: string) => {
    await mkdir(join(folder, file, ".."), { recursive: true });
    await writeFile(join(folder, file), text);
  };

  before(async () => {
    folder = await temporaryFolder();
    await cp(join(root, "contracts"), join(folder, "contracts"), { recursive: true });
    for (const file of [...copied, example]) await cp(join(root, file), join(folder, file));
    await write(".gitignore", "*.orig\nnode_modules/\ncache/\n");
    git("init", "--quiet");
    git("config", "status.showUntrackedFiles", "no");
    git("add", "--all");
    git(..."-c user.name=A -c user.email=a@example.com commit --quiet --message Clone".split(" "));
  });
  afterEach(() => {
    expect(git("status", "--porcelain", "--untracked-files=all")).to.equal("");
  });

  it("rejects names, symbols and nouns that are invalid in the contract or the site", () => {
    const noun = (word: string) =>
      `noun: "${word}" must be lowercase letters, differ from the other noun, and not be a page's path.`;
    const taken = (name: string, word: string, file: string) =>
      `${name} would add ${word} to the contracts, but contracts/${file}.sol uses that name. Choose a different name.`;
    const written = "Nothing was written:";
    expect(
      create(
        ["Ownership"],
        ["OWNERSHIP"],
        ["Coin", "--symbol", "C"],
        ["Ash", "--symbol", "7UP"],
        ["Café"],
        ["Ash", "--noun", "mint"],
        ["Ash", "--nouns", "stories"],
        ["Ash", "--noun", "ash", "--nouns", "ash"],
      ).map((lines: string) => lines.split("\n").find((line) => line !== written)),
    ).to.deep.equal([
      taken('"Ownership" (O)', "Ownership", "Ownership"),
      taken('"OWNERSHIP" (O)', "OWNERSHIP", "Ownership"),
      taken('"Coin" (C)', "Coin", "mocks/Coin"),
      'symbol: "7UP" must be 1 to 11 capitals and digits, the first a capital.',
      'name: "Café" must be 2 to 60 English letters, digits and signs except quotes and backslashes, the first a capital.',
      noun("mint"),
      noun("stories"),
      noun("ash"),
    ]);
  });

  it("rejects another command's options", () => {
    expect(create(["Ash", "--traits", "a.csv"], ["Ash", "--write"])).to.deep.equal([
      "new does not accept --traits.\n",
      "new does not accept --write.\n",
    ]);
  });

  it("replaces no file that Git ignores, hides or skips, unless it is regenerated", async () => {
    const expectRejected = async (
      file: string,
      status: string | undefined,
      undo: () => Promise<void> | void,
    ) => {
      expect(create(["Ash"])).to.deep.equal([
        `Commit these first or move them away, because they would be replaced:\n${status} ${file}`,
      ]);
      await undo();
    };
    const remove = (file: string) => () => rm(join(folder, file));
    await write("contracts/ash.sol", "contract Other {}");
    expect(create(["Ash"])[0]).to.contain("would add Ash to the contracts, but contracts/ash.sol");
    await remove("contracts/ash.sol")();
    await write("collection/node_modules/made.js", "");
    await write("collection/lore.md.orig", "ignored");
    await expectRejected("collection/lore.md.orig", "!!", remove("collection/lore.md.orig"));
    await write("collection/art/1.json", "untracked");
    await expectRejected("collection/art/1.json", "??", remove("collection/art/1.json"));
    const contract = "contracts/FringeDrifters.sol";
    await appendFile(join(folder, contract), "// changed");
    await expectRejected(contract, " M", () => void git("checkout", "--quiet", contract));
    for (const [flag, status] of [
      ["assume-unchanged", "h"],
      ["skip-worktree", "S"],
    ]) {
      git("update-index", `--${flag}`, "collection/lore.md");
      await expectRejected("collection/lore.md", status, () => {
        git("update-index", `--no-${flag}`, "collection/lore.md");
      });
    }
  });

  it("escapes special characters for replacements and SVG in a name", async () => {
    create(["Cash $& <Fringe Drifters> FringeMint", "--symbol", "C"]);
    const contract = await readFile(
      join(folder, "contracts/CashFringeDriftersFringeMint.sol"),
      "utf8",
    );
    expect(contract).to.contain(
      'string public constant name = "Cash $& <Fringe Drifters> FringeMint";',
    );
    expect(contract).to.contain("contract CashFringeDriftersFringeMint is PhasedCollection {");
    expect(contract).to.contain("function CashMint(").and.contain("function C_PRICE()");
    expect(await readFile(join(folder, "collection/public/favicon.svg"), "utf8")).to.contain(
      "<title>Cash $&amp; &lt;Fringe Drifters> FringeMint</title>",
    );
    git("checkout", "--quiet", ".");
    git("clean", "-fdxq", "collection", "contracts");
  });

  it("limits the example sale to a small cap, at the collection's price and maximum", async () => {
    const read = async (file: string) =>
      JSON.parse(await readFile(join(folder, "collection", file), "utf8"));
    for (const [cap, ranges, minted] of [
      ["11", [[1, 12]], 1],
      [
        "12",
        [
          [1, 7],
          [7, 13],
        ],
        10,
      ],
      [
        "16383",
        [
          [1, 7],
          [7, 101],
        ],
        10,
      ],
    ] as const) {
      create(["Ash", "--cap", cap, "--price", "0.5", "--batch", "3"]);
      const { phases } = await read("sale.json");
      expect(
        phases.map(({ startingPoint, endPoint }: Record<string, number>) => [
          startingPoint,
          endPoint,
        ]),
      ).to.deep.equal(ranges);
      for (const phase of phases) expect(phase).to.include({ price: "0.5", maxPerMint: 3 });
      const scenario = await read("scenarios/mid-sale.json");
      const mints = scenario.phases.flatMap((phase: { mints: object[] }) => phase.mints);
      const quantities = mints.map(({ quantity }: { quantity: number }) => quantity);
      expect(quantities.reduce((sum: number, quantity: number) => sum + quantity)).to.equal(minted);
      const names = (each: { phases: { name: string }[] }) => each.phases.map(({ name }) => name);
      expect(names(scenario)).to.deep.equal(names({ phases }));
      git("checkout", "--quiet", ".");
      git("clean", "-fdxq", "collection", "contracts");
    }
  });

  it("sets the price and the maximum per mint in the example deployment", async () => {
    create(["Ash", "--price", "0.03", "--batch", "7", "--nouns", "embers"]);
    expect(JSON.parse(await readFile(join(folder, example), "utf8"))).to.include({
      baseURI: "http://127.0.0.1:3000/embers/metadata/",
      price: "0.03 ether",
      maxBatch: 7,
    });
    git("checkout", "--quiet", ".");
    git("clean", "-fdxq", "collection", "contracts");
  });

  it("takes this repository's changes with the documented commands, also in a file that both changed", async () => {
    const commit = (message: string) =>
      git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-qam", message);
    const [shared, contract] = ["contracts/PhasedCollection.sol", "contracts/FringeDrifters.sol"];
    const lines = (await readFile(join(folder, shared), "utf8")).split("\n");
    await write("test/fringeDrifters/names.test.ts", "// 1");
    git("add", "--all");
    commit("Ours");
    git("branch", "upstream");
    create(["Ash Keepers"]);
    await write(shared, ["// Own change.", ...lines].join("\n"));
    git("add", "--all");
    commit("Own collection");
    git("checkout", "--quiet", "upstream");
    await write(shared, [...lines, "// Upstream's change."].join("\n"));
    await write("collection/scenarios/new.json", "{}");
    await write("collection/collectionConfig.ts", "// Upstream's fields.");
    await write("test/fringeDrifters/names.test.ts", "// 2");
    for (const file of [contract, "collection/lore.md"]) await appendFile(join(folder, file), "//");
    git("add", "--all");
    commit("Upstream");
    git("checkout", "--quiet", "-");

    const guide = await readFile(join(root, "docs/own-collection.md"), "utf8");
    const section = guide.slice(guide.indexOf("## Update"));
    const script = [...section.matchAll(/```sh\n([\s\S]*?)```/g)]
      .map(([, commands]) => commands)
      .join("")
      .replace(/git fetch .*/, "git fetch --quiet . upstream")
      .replaceAll(/ (docs\/\S+|README\.md)|^(npm|git status).*\n/gm, "")
      .replace("git commit", "git -c user.name=A -c user.email=a@example.com commit");
    expect(script).to.match(/^git fetch.*\ngit merge.*(\ngit .*){5}\n$/);
    execFileSync("sh", ["-c", script], { cwd: folder, stdio: "ignore" });

    expect(git("log", "-1", "--format=%s").trim()).to.equal("Update from upstream");
    const files = git("ls-files").split("\n");
    expect(files).to.include("contracts/AshKeepers.sol");
    for (const file of [contract, "collection/scenarios/new.json"]) {
      expect(files).not.to.include(file);
    }
    expect(files.filter((file) => file.startsWith("test/"))).to.deep.equal([]);
    const read = (file: string) => readFile(join(folder, file), "utf8");
    expect(await read(shared)).to.match(/^\/\/ Own change\.[\s\S]*\/\/ Upstream's change\.$/);
    expect(await read("collection/collectionConfig.ts")).to.equal("// Upstream's fields.");
    expect(await read("collection/lore.md")).not.to.contain("//");
  });
});
