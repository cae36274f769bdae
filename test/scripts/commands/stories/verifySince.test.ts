import { readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import { privateKeyToAccount } from "viem/accounts";
import { narrativeMessage } from "#protocol/stories/narrativeMessage";
import { computeMerkleRoot, omitText } from "#protocol/stories/revisionChain";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import type {
  ChainHead,
  ChainLink,
  Checkpoint,
  SignedRevision,
  TokenChain,
} from "#protocol/wire/responses";
import { type CopyFinding, compareCopy } from "../../../../scripts/commands/stories/compareCopy.ts";
import type { ServedChains } from "../../../../scripts/commands/stories/servedChains.ts";
import { listen } from "../../../../scripts/lab/service/listen.ts";
import { startApiFor } from "../../../support/api/apiFixture.ts";
import { rewrite, useStoryCommands } from "../../../support/commands/storyCommands.ts";

describe("compareCopy", () => {
  const key = privateKeyToAccount(`0x${"07".repeat(32)}`);
  const collection = {
    chainId: 31_337,
    contract: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  } as const;

  async function signed(drifterId: string, revision: number, text: string) {
    const signedMessage = narrativeMessage(drifterId, text);
    return {
      drifterId,
      narrative: text,
      signedMessage,
      signature: await key.signMessage({ message: signedMessage }),
      author: key.address,
      savedAt: `2026-01-01T00:00:0${revision}.000Z`,
      blockNumber: 5,
      chainId: collection.chainId,
      contract: collection.contract,
      revision,
    } satisfies SignedRevision;
  }

  /** Compares signed revisions with these links in drifter 7's chain. */
  async function compare(
    copy: readonly SignedRevision[],
    links: readonly ChainLink[],
    isHidden = false,
  ) {
    const served = {
      chain: async (drifterId: string) =>
        links.length === 0 ? undefined : { drifterId, isHidden, links },
    } as ServedChains;
    const findings: CopyFinding[] = [];
    async function* revisions() {
      yield* copy;
    }
    const tally = await compareCopy(revisions(), collection, served, (each) => findings.push(each));
    const counts = Object.entries(tally).filter(([, count]) => count > 0);
    return { counts, texts: findings.map(({ revision, text }) => `${revision}: ${text}`) };
  }

  let copy: SignedRevision[];
  let links: ChainLink[];
  before(async () => {
    copy = [await signed("7", 1, "One."), await signed("7", 2, "Two.")];
    links = copy.map((each) => omitText(each));
  });

  it("reports signed revisions whose order was changed", async () => {
    const reversed = [
      { ...links[1], revision: 1 },
      { ...links[0], revision: 2 },
    ] as ChainLink[];
    expect(await compare(copy, reversed)).to.deep.equal({
      counts: [["moved", 2]],
      texts: [
        "1: The service has the same text as revision 2.",
        "2: The service has the same text as revision 1.",
      ],
    });
    const shifted = [{ ...links[1], revision: 1 }] as ChainLink[];
    expect((await compare(copy.slice(1), shifted)).counts).to.deep.equal([["moved", 1]]);
    const foreign = [{ ...links[1], revision: 1, author: collection.contract }];
    const third = { ...copy[1], revision: 3 } as SignedRevision;
    const { texts } = await compare([third], foreign as ChainLink[]);
    expect(texts).to.deep.equal(["3: The service has only 1 revision."]);
  });

  it("reports an altered signed revision even if the service hides the drifter", async () => {
    const later = { ...links[0], savedAt: "2026-02-02T00:00:00.000Z" };
    expect(await compare(copy, [later, links[1]] as ChainLink[], true)).to.deep.equal({
      counts: [
        ["hidden", 1],
        ["altered", 1],
      ],
      texts: [
        "1: The service has different values: savedAt 2026-01-01T00:00:01.000Z → 2026-02-02T00:00:00.000Z.",
        "2: The service hides the text, but still has the same revision.",
      ],
    });
  });

  it("attributes an invalid copy to the copy, not to the service", async () => {
    const forged = { ...(copy[0] as SignedRevision), narrative: "Forged." };
    const { counts, texts } = await compare([forged], links);
    expect(counts).to.deep.equal([["unproved", 1]]);
    expect(texts[0]).to.match(
      /^1: The older copy's signed revision is invalid: Text: The text's SHA-256 is /,
    );
  });
});

describe("npm run verify -- URL --since COPY", () => {
  const at = useStoryCommands();
  beforeEach(() => at.stories(["export", at.file]));

  const compare = async (place = at.api.url) => {
    const { status, stdout, stderr } = await at.verify([place, "--since", at.file]);
    const lines = stdout.trim().split("\n");
    return { status, findings: lines.slice(0, -2), summary: lines.at(-2), stderr };
  };
  const summary = (fates: string) => `4 signed revisions of the copy: ${fates}.`;
  const all = "kept, 0 hidden, 0 missing, 0 dropped, 0 altered, 0 moved, 0 unproved";

  /** Changes the service's folder and restarts the service. */
  async function changeFolder(change: (folder: string, files: string[]) => Promise<unknown>) {
    const { dataDir } = at.api.settings;
    await at.api.close();
    const id = at.records[0]?.drifterId;
    const files = (await readdir(dataDir)).filter((name) => name.startsWith(`${id}.`)).sort();
    await change(dataDir, files);
    at.api = await startApiFor(at.fixture, { dataDir });
  }

  it("passes a service that retained everything, regardless of saves since its checkpoint", async () => {
    const saveMore = (path: string, chain: TokenChain) => {
      const more = { ...chain.links?.[0], revision: 3 };
      return path.endsWith("links") ? { ...chain, links: [...chain.links, more] } : chain;
    };
    expect(await compareWithLiar(saveMore)).to.deep.equal({
      status: 0,
      findings: [],
      summary: summary(`4 ${all}`),
      stderr: "",
    });
  });

  it("passes a service that saves between the reads of its checkpoint and its heads", async () => {
    let reads = 0;
    const { status } = await compareWithLiar((path, body) => {
      reads += path === apiPaths.heads ? 1 : 0;
      return path === apiPaths.heads && reads < 3 ? [] : body;
    });
    expect({ status, reads }).to.deep.equal({ status: 0, reads: 3 });
  });

  it("passes a service that hides a story, and reports the hidden story", async () => {
    const id = at.records[0]?.drifterId ?? "";
    await at.stories(["hide", id]);
    while ((await at.api.get(`/api/narrative/${id}`)).status === 200);
    const { status, findings } = await compare();
    expect(status).to.equal(0);
    expect(findings).to.deep.equal(
      [1, 2].map(
        (revision) =>
          `? Token ${id}, revision ${revision}: hidden: The service hides the text, but still has the same revision.`,
      ),
    );
  });

  it("fails for a service that was restored from an older backup", async () => {
    await changeFolder((folder, files) => rm(join(folder, files.at(-1) ?? "")));
    const { status, findings } = await compare();
    expect(status).to.equal(3);
    expect(findings).to.deep.equal([
      `✘ Token ${at.records[0]?.drifterId}, revision 2: dropped: The service has only 1 revision.`,
    ]);
  });

  it("fails only for a drifter whose chain contains a different signed revision", async () => {
    await changeFolder((folder, files) =>
      rewrite(join(folder, files[0] ?? ""), (text) =>
        text.replace(/("savedAt": ?")\d{4}/, "$12020"),
      ),
    );
    const { status, findings, summary: last } = await compare();
    expect(status).to.equal(3);
    expect(findings).to.have.length(1);
    expect(findings[0]).to.match(
      new RegExp(
        `^✘ Token ${at.records[0]?.drifterId}, revision 1: altered: The service has different values: savedAt \\S+ → 2020-`,
      ),
    );
    expect(last).to.equal(
      summary("3 kept, 0 hidden, 0 missing, 0 dropped, 1 altered, 0 moved, 0 unproved"),
    );
  });

  it("fails for a service that moved a signed revision within a chain", async () => {
    const [first] = at.records;
    await writeFile(at.file, JSON.stringify({ ...first, revision: 2 }));
    const { status, findings } = await compare();
    expect({ status, findings }).to.deep.equal({
      status: 3,
      findings: [
        `✘ Token ${first?.drifterId}, revision 2: moved: The service has the same text as revision 1.`,
      ],
    });
  });

  it("reports a revision as missing if its file was corrupt, and an invalid copy as unproved", async () => {
    await changeFolder((folder, files) => writeFile(join(folder, files[0] ?? ""), "no JSON"));
    const { status, findings } = await compare();
    expect(status).to.equal(1);
    expect(findings).to.deep.equal([
      `? Token ${at.records[0]?.drifterId}, revision 1: missing: The service reports that the revision's file was corrupt and quarantined.`,
    ]);
    await writeFile(at.file, JSON.stringify({ ...at.records[1], narrative: "Forged." }));
    expect((await compare()).status).to.equal(1);
  });

  /** Compares with a proxy that changes the real service's responses; `change` receives a path and the response. */
  async function compareWithLiar(change: (path: string, body: never) => unknown) {
    const liar = await listen(
      createServer(async ({ url = "" }, response) => {
        const real = await fetch(at.api.url + url);
        const body = (await real.json()) as never;
        response.writeHead(real.status).end(JSON.stringify(change(url, body)));
      }),
    );
    return compare(liar.url).finally(() => liar.close());
  }

  it("reports a service that contradicts its checkpoint or has no checkpoint", async () => {
    const withOtherHash = ([first, ...others]: ChainHead[]) => [
      { ...first, hash: "0".repeat(64) },
      ...others,
    ];
    for (const [end, change, expected] of [
      [apiPaths.heads, () => [], /contradicts itself: its heads have the root e3b0c442/],
      [apiPaths.heads, withOtherHash, /contradicts itself: its heads have the root /],
      [
        "links",
        (chain: TokenChain) => ({ ...chain, links: chain.links.slice(1) }),
        /contradicts the checkpoint: its chain has the head /,
      ],
      [
        apiPaths.checkpoint,
        (checkpoint: Checkpoint) => ({ ...checkpoint, version: 2 }),
        /did not return this version's response format/,
      ],
    ] as const) {
      const { status, stderr } = await compareWithLiar((path, body) =>
        path.endsWith(end) ? change(body as never) : body,
      );
      expect(status, end).to.equal(1);
      expect(stderr.trim()).to.match(expected).and.not.to.contain("\n");
    }
  });

  it("rejects a different drifter's chain, even if the root matches", async () => {
    const [mine = "", theirs = ""] = at.records.map(({ drifterId }) => drifterId);
    const read = async (path: string) => (await at.api.get(path)).json();
    const heads = (await read(apiPaths.heads)) as ChainHead[];
    const other = heads.find(({ drifterId }) => drifterId === theirs);
    const swapped = heads.map((head) =>
      head.drifterId === mine ? { ...head, ...other, drifterId: mine } : head,
    );
    const { links } = (await read(tokenPath(apiPaths.links, theirs))) as TokenChain;
    const { status, stderr } = await compareWithLiar((path, body: object) => {
      if (path === apiPaths.heads) return swapped;
      if (path === apiPaths.checkpoint) return { ...body, root: computeMerkleRoot(swapped) };
      return path === tokenPath(apiPaths.links, mine) ? { ...body, links } : body;
    });
    expect(status).to.equal(1);
    expect(stderr).to.contain(`${tokenPath(apiPaths.links, mine)} contradicts the checkpoint: `);
  });
});
