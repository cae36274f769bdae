import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import sharp from "sharp";
import { buildIfStale } from "../../../../../scripts/shared/buildIfStale.ts";
import { contentsOf } from "../../../../support/commands/books.ts";
import {
  copyRepository,
  runCommand,
  stopCommands,
} from "../../../../support/commands/docCommands.ts";

const root = join(import.meta.dirname, "../../../../..");
/** Kept between runs with the command's and the builds' output, so that only the first run is slow. */
const folder = join(root, "cache/ownCollection");
const made =
  /^(artifacts|cache|collection|contracts|typechain-types|scripts\/commands\/deploy\/parameters|README|package)\b/;
const making = {
  root,
  inputs: [
    ...[
      "collection",
      "contracts",
      "typechain-types",
      "scripts/commands/ownCollection",
      "scripts/shared/hardhat",
    ],
    ...["api/protocol", "hardhat.config.ts", "package.json", "package-lock.json", "README.md"],
    "test/fringeDrifters/scripts/commands/ownCollection/ownCollection.test.ts",
  ],
  outputs: ["collection", "contracts", "typechain-types"].map(
    (made) => `cache/ownCollection/${made}`,
  ),
  stamp: "cache/ownCollection.txt",
};

/** Names that contain “drifter” in every collection: the field `drifterId`, and stored formats. */
const frozen = /drifterIds?|fringe-drifters-(checkpoint|stories)/gi;

describe("npm run collection", () => {
  let site: { apiUrl: string; metrics: number; rpcUrl: string; address: string; home: string };

  const run = async (command: string, env: Record<string, string> = {}) => {
    const { output, status } = await runCommand(command, { cwd: folder, env });
    expect(status, output).to.equal(0);
    return output.replaceAll(folder, "");
  };
  const get = async (path: string, accept = "*/*") => {
    const response = await fetch(site.apiUrl + path, { headers: { accept } });
    return `${response.status} ${await response.text()}`;
  };
  const leftovers = (texts: Record<string, string>) =>
    Object.entries(texts).flatMap(([place, text]) =>
      [...text.replaceAll(frozen, "").matchAll(/.{0,40}(drifter|fringe).{0,40}/gi)].map(
        ([found]) => `${place}: ${found}`,
      ),
    );

  before("another collection is made of this one", async () => {
    await buildIfStale(making, async () => {
      await rm(folder, { recursive: true, force: true });
      await copyRepository(folder);
      await run(
        "git init --quiet && git add --all && git -c user.name=A -c user.email=a@example.com commit --quiet --message Clone",
      );
      await run(
        'node scripts/commands/collection.ts new "Tidal Keepers" --symbol TK --cap 5000 --price 0.05 --batch 10 --hue 190',
      );
    });
    await copyRepository(folder, made);
    await rm(join(folder, ".world"), { recursive: true, force: true });
    const printed = await runCommand(
      "node test/fringeDrifters/scripts/commands/ownCollection/serveCollection.ts",
      { cwd: folder, env: {} },
      "{…}",
    );
    expect(printed.output).to.match(/\{.*\}/);
    site = JSON.parse(/^\{.*\}$/m.exec(printed.output)?.[0] ?? "");
  });
  after(stopCommands);

  it("serves pages, API, feeds and files that never mention Fringe Drifters", async () => {
    const pages = ["/", "/keeper/1", "/keepers", "/stories", "/help", "/about", "/mint", "/phases"];
    const found: Record<string, string> = {};
    for (const path of [...pages, "/nowhere", "/keeper/4000"])
      found[path] = await get(path, "text/html");
    const files = [
      ...["/api/narrative", "/api/narrative/1", "/api/narrative/1/history", "/api/narrative/4000"],
      ...["/api/tokens", "/api/tokens/1/neighbors", "/api/mint/sale", "/api/nothing"],
      ...["/keepers/metadata/1.json", "/feed.atom", "/keeper/1/feed.atom"],
      ...["/openapi.json", "/sitemap.xml", "/robots.txt", "/readyz"],
    ];
    for (const path of files) found[path] = await get(path);
    found.metrics = await (await fetch(`http://127.0.0.1:${site.metrics}/metrics`)).text();
    for (const path of pages) expect(found[path], path).to.match(/^200 .*Tidal Keepers/s);
    expect(found["/keeper/1"]).to.contain("I am the first of the keepers.");
    expect(found["/api/narrative/1"]).to.contain(`"signedMessage":"I own Keeper 1 and`);
    expect(found["/keepers/metadata/1.json"]).to.match(/^200 \{\s*"name":\s*"Keeper 1"/);
    const missing = ["/nowhere", "/keeper/4000", "/api/narrative/4000", "/api/nothing"];
    for (const path of [...missing, ...files])
      expect(found[path]?.slice(0, 4), path).to.equal(missing.includes(path) ? "404 " : "200 ");
    expect(await get("/api/narrative?query=first")).to.match(/^200 .*"drifterId":"1"/);
    for (const file of ["scripts/commands/deploy/parameters.example.json", "README.md"])
      found[file] = await readFile(join(folder, file), "utf8");
    expect(found["README.md"]).to.match(/^# Tidal Keepers\n\n.*a \*keeper\*/);
    for (const file of ["package.json", "package-lock.json"])
      expect(JSON.parse(await readFile(join(folder, file), "utf8")).name).to.equal("tidal-keepers");
    expect(found["README.md"]).to.include("## Folders").and.not.include("![");
    const assets = join(folder, "dist/web/assets");
    for (const name of await readdir(assets))
      if (/\.(js|css|svg)$/.test(name)) found[name] = await readFile(join(assets, name), "utf8");
    expect(leftovers(found)).to.deep.equal([]);
  });

  it("runs commands that never mention Fringe Drifters, and books that can be verified", async () => {
    const help = await run(
      `node --input-type=module --eval '
        for (const file of process.argv.slice(1)) {
          process.argv = [process.execPath, file, "--help"];
          console.log(file);
          await import(process.cwd() + "/" + file);
        }' scripts/commands/*.ts scripts/world/world.ts scripts/world/start.ts`,
    );
    const files = help.match(/^scripts\/\S+\.ts$/gm) ?? [];
    expect(help.match(/^Usage: npm /gm)).to.have.length(files.length);
    const environment = { RPC_URL: site.rpcUrl, CONTRACT_ADDRESS: site.address };
    const written = await run(
      `node scripts/commands/stories.ts book .world/book --from ${site.apiUrl}`,
      environment,
    );
    const verified = await run("node scripts/commands/verify.ts .world/book", environment);
    expect(verified).to.contain("2 signed revisions: 2 proved");
    const book = Object.entries(await contentsOf(join(folder, ".world/book")))
      .filter(([name]) => /\.(html|json|xml|atom|css)$/.test(name))
      .map(([name, hex]) => [name, Buffer.from(hex, "hex").toString()]);
    expect(book).not.to.be.empty;
    const texts = { help, written, verified, ...Object.fromEntries(book) };
    expect(leftovers(texts)).to.deep.equal([]);
  });

  it("passes contract tests, which deploy its contract with the tests' cap and price", async () => {
    const files = "test/contracts/deployment.test.ts test/contracts/fringeMint.test.ts";
    const printed = await run(`node scripts/test/test.ts ${files} --workers 1`, { SOAK: "" });
    expect(printed).to.match(/^\d\d passed, 0 failed in /m);
  });

  it("reports what is missing or inconsistent", async () => {
    const art = "collection/art";
    const pathOf = (file: string) => join(folder, file);
    const theme = pathOf("collection/theme.css");
    const config = pathOf("collection/collection.config.ts");
    const image = pathOf(`${art}/images/2.jpg`);
    const metadata = pathOf(`${art}/metadata/3.json`);
    const [wide, large] = [4, 5].map((id) => pathOf(`${art}/images/full/${id}.jpg`)) as [
      string,
      string,
    ];
    const removed = ["lore.md", "stories/1.md"].map((file) => pathOf(`collection/${file}`));
    const invalid = pathOf(`${art}/metadata/6.json`);
    const sale = pathOf("collection/sale.json");
    const files = [invalid, theme, image, metadata, config, wide, large, sale, ...removed];
    const before = await Promise.all(files.map((file) => readFile(file)));
    const css = String(before[1]);
    await writeFile(theme, css.replace(/--color-text-soft: [^;]+/, "--color-text-soft: #202020"));
    await writeFile(image, "no picture");
    await writeFile(invalid, JSON.stringify({ name: "Odd", attributes: [{ value: null }] }));
    await writeFile(metadata, "{}");
    await writeFile(config, String(before[4]).replace("#e2eef1", "#ffffff"));
    await writeFile(wide, await readFile(pathOf("collection/public/preview.jpg")));
    const create = { width: 4_001, height: 4_001, channels: 3, background: "#ffffff" } as const;
    await sharp({ create }).jpeg().toFile(large);
    await writeFile(sale, String(before[7]).replace('"First"', '"Crew"').replace(": 10,", ": 0,"));
    for (const file of removed) await rm(file);
    const { output, status } = await runCommand("node scripts/commands/collection.ts check", {
      cwd: folder,
      env: {},
    });
    await Promise.all(files.map((file, index) => writeFile(file, before[index] ?? "")));
    expect(status).to.equal(1);
    const contrast = (ground: string) =>
      `✘ theme.css, dark: --color-text-soft on --color-${ground} has a contrast of N; text needs 4.5.`;
    expect(
      output
        .trim()
        .replaceAll(/ of 1\.\d\d;/g, " of N;")
        .split("\n")
        .toSorted(),
    ).to.deep.equal(
      [
        "✘ collection/lore.md is missing.",
        ...["page", "ground", "surface"].map(contrast),
        "✘ collection.config.ts: themeColors.light is #ffffff, but --color-page is #e2eef1.",
        "✘ collection/sale.json:9 phases[0].maxPerMint must be a whole number from 1 upwards.",
        "✘ The scenario mid-sale.json is invalid. Fix these and try again: phases.0: set startingPoint and endPoint, or add “First” to collection/sale.json",
        "✘ collection/art/images/2.jpg is missing or not an image.",
        "✘ collection/art/metadata/6.json: attributes.0.value cannot be shown.",
        "✘ collection/art/metadata/3.json is not ERC-721 metadata with name, image and attributes.",
        "✘ collection/art/images/full/4.jpg must be a square JPEG of 400 to 4000 pixels; it is jpeg, 1200 × 630.",
        "✘ collection/art/images/full/5.jpg must be a square JPEG of 400 to 4000 pixels; it is jpeg, 4001 × 4001.",
      ].toSorted(),
    );
  });

  it("writes the chosen name, wording, cap, initial price and initial maximum", async () => {
    const { collectionConfig } = await import(join(folder, "collection/collection.config.ts"));
    expect(collectionConfig).to.deep.equal({
      ...{ name: "Tidal Keepers", noun: { one: "keeper", many: "keepers" }, art: "folder" },
      ...{ contract: "TidalKeepers", mintFunction: "TidalMint", priceFunction: "TK_PRICE" },
      tagline: "The keepers of Tidal Keepers, and the stories that their owners write.",
      themeColors: { dark: "#0a1315", light: "#e2eef1" },
    });
    const source = await readFile(join(folder, "contracts/TidalKeepers.sol"), "utf8");
    expect(source)
      .to.contain('name = "Tidal Keepers"')
      .and.contain('symbol = "TK"')
      .and.contain("PhasedCollection(name, baseURI, startingSignerAddress, 5000, 0.05 ether, 10)");
  });

  it("replaces the collection only after a commit, and only with valid facts", async () => {
    const rejected = "cap=0 cap=16384 batch=255 price=.5 symbol=tk noun=k nouns=K hue=red".split(
      " ",
    );
    const facts = [...rejected, "cap=16383", "batch=254"].map((fact) => fact.split("="));
    const output = await run(
      `node --input-type=module --eval '
        const { runCollection } = await import(process.cwd() + "/scripts/commands/ownCollection/runCollection.ts");
        for (const [option, value] of JSON.parse(process.argv[1]))
          await runCollection(["new", "Ash", "--" + option, value], { error: console.log });
      ' '${JSON.stringify(facts)}'`,
    );
    const lines = output.split("\n").filter((line) => /^\w+: "|^Commit/.test(line));
    expect(lines.map((line) => line.replace(/ must be .*/, ""))).to.deep.equal([
      ...facts.slice(0, rejected.length).map(([name = "", value]) => `${name}: "${value}"`),
      ...Array(2).fill("Commit these first or move them away, because they would be replaced:"),
    ]);
  });
});
