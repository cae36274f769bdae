import { mock } from "node:test";
import { expect } from "chai";
import type { NarrativeSaveRequest } from "#protocol/wire/responses";
import { FolderStore } from "../../../api/src/narratives/folder/folderStore.ts";
import {
  type Api,
  account,
  problemCodeOf,
  recordOf,
  signedSave,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { startFaultyRpc } from "../../support/api/faultyRpc.ts";

const owner = account(2);
const stranger = account(3);

describe("POST /api/narrative/{drifterId}", () => {
  const fixture = useFixture();
  let api: Api;
  let drifterId: string;

  before(async () => {
    api = await startApiFor(fixture);
  });
  after(async () => {
    await api.close();
  });
  beforeEach(async () => {
    drifterId = await fixture.giveToken(owner.address);
  });

  const story = async () => {
    const response = await api.get(`/api/narrative/${drifterId}`);
    return response.ok ? (await recordOf(response)).narrative : undefined;
  };
  const saveText = async (narrative: string, signer = owner) =>
    api.save(await signedSave(signer, drifterId, narrative));

  describe("owner's signature", () => {
    it("[S3.3] [S7.7] returns the stored record, which is the signed revision", async () => {
      const request = await signedSave(owner, drifterId, "The dust remembers.");
      const blockNumber = await fixture.chain.ethers.provider.getBlockNumber();

      const response = await api.save(request);

      expect(response.status).to.equal(200);
      const { savedAt, ...record } = await recordOf(response);
      expect(record).to.deep.equal({
        ...request,
        author: owner.address,
        blockNumber,
        chainId: 31_337,
        contract: await fixture.contract.getAddress(),
        revision: 1,
      });
      expect(new Date(savedAt).toISOString()).to.equal(savedAt);
    });

    for (const { name, text } of [
      { name: "emoji and joiners", text: "👩‍🚀 rode past 🏜️" },
      { name: "combining marks, not composed", text: "cafe\u0301 ≠ caf\u00e9" },
      { name: "Windows line ends and outer blanks", text: "  one\r\ntwo\r\n\n " },
      { name: "a text of a megabyte", text: "dust ".repeat(200_000) },
      { name: "a text of 200 kB with many escapes", text: '"\\\n\t'.repeat(50_000) },
    ]) {
      it(`[S5.7] [S5.16] [D12] stores ${name} byte for byte`, async () => {
        const response = await saveText(text);
        expect(response.status).to.equal(200);
        expect(await story()).to.equal(text);
      });
    }

    it("returns 200 once it is stored, even if the hide list cannot be read", async () => {
      const failing = mock.method(FolderStore.prototype, "stories", async () => {
        throw new Error("The disk is gone.");
      });
      const response = await saveText("Stored.");
      failing.mock.restore();
      expect(response.status).to.equal(200);
      expect(await story()).to.equal("Stored.");
    });
  });

  describe("wrong signer", () => {
    it("[S6.2] rejects the text with 403 and leaves the story unchanged", async () => {
      await saveText("Mine.");
      expect(await problemCodeOf(await saveText("Theirs.", stranger))).to.equal(
        "403 owner.mismatch",
      );
      expect(await story()).to.equal("Mine.");
    });

    it("[S6.2] accepts the drifter's new owner immediately", async () => {
      await fixture.contract
        .connect(await fixture.chain.ethers.getSigner(owner.address))
        .transferFrom(owner.address, stranger.address, drifterId);
      expect(await problemCodeOf(await saveText("Was mine."))).to.equal("403 owner.mismatch");
      const blockNumber = await fixture.chain.ethers.provider.getBlockNumber();
      const response = await saveText("Is mine.", stranger);
      expect(response.status).to.equal(200);
      expect(await recordOf(response)).to.deep.include({ author: stranger.address, blockNumber });
    });
  });

  describe("previous text", () => {
    let old: NarrativeSaveRequest;
    beforeEach(async () => {
      old = await signedSave(owner, drifterId, "Old.");
      await api.save(old);
    });

    describe("after its replacement", () => {
      beforeEach(async () => {
        await saveText("New.");
      });

      it("[S6.4] rejects the text from anyone, even with a new owner's fresh signature", async () => {
        expect(await problemCodeOf(await saveText("Old.", stranger))).to.equal(
          "409 narrative.replaced",
        );
        await fixture.contract
          .connect(await fixture.chain.ethers.getSigner(owner.address))
          .transferFrom(owner.address, stranger.address, drifterId);
        expect(await problemCodeOf(await saveText("Old.", stranger))).to.equal(
          "409 narrative.replaced",
        );
      });
    });
  });

  describe("If-Match", () => {
    const tagNow = async () =>
      (await api.get(`/api/narrative/${drifterId}`)).headers.get("etag") ?? "none";
    const saveIf = async (tag: string, text: string) =>
      api.save(await signedSave(owner, drifterId, text), { "if-match": tag });

    it("accepts a save over the revision in If-Match, and returns the new ETag", async () => {
      await saveText("One.");
      const response = await saveIf(await tagNow(), "Two.");
      expect(response.status).to.equal(200);
      expect(response.headers.get("etag")).to.equal(await tagNow());
    });

    it("rejects a save over an outdated revision with 412, unless If-Match also lists the latest", async () => {
      await saveText("One.");
      const stale = await tagNow();
      await saveText("Two.");
      const tags = [
        stale,
        `W/${stale}`,
        stale.replace(/"$/, '-gzip"'),
        "",
        "2",
        `${stale},`.repeat(100),
      ];
      for (const tag of tags) {
        expect(await problemCodeOf(await saveIf(tag, "Three."))).to.equal("412 revision.mismatch");
      }
      expect(await story()).to.equal("Two.");
      expect((await saveIf(`${stale} , ${await tagNow()}`, "Three.")).status).to.equal(200);
    });

    for (const [how, rewrite] of [
      ["suffixed", (tag: string) => tag.replace(/"$/, '-gzip"')],
      ["weakened", (tag: string) => `W/${tag}`],
    ] as const) {
      it(`accepts the ETag of the latest revision that a proxy has ${how}`, async () => {
        await saveText("One.");
        expect((await saveIf(rewrite(await tagNow()), "Two.")).status).to.equal(200);
        expect(await story()).to.equal("Two.");
      });
    }

    it("rejects a save where there is no story yet, even for *", async () => {
      expect(await problemCodeOf(await saveIf("*", "One."))).to.equal("412 revision.mismatch");
    });
  });

  describe("If-None-Match", () => {
    const saveUnless = async (tag: string, text: string) =>
      api.save(await signedSave(owner, drifterId, text), { "if-none-match": tag });

    it("accepts the first story for *, and rejects a replacement with 412", async () => {
      expect((await saveUnless("*", "One.")).status).to.equal(200);
      expect(await problemCodeOf(await saveUnless("*", "Two."))).to.equal("412 revision.mismatch");
      expect(await story()).to.equal("One.");
    });

    it("rejects a save over the revision in If-None-Match, and accepts a different revision", async () => {
      const named = (await saveText("One.")).headers.get("etag") ?? "none";
      expect(await problemCodeOf(await saveUnless(named, "Two."))).to.equal(
        "412 revision.mismatch",
      );
      await saveText("Two.");
      const both = { "if-match": "*", "if-none-match": "*" };
      const save = await signedSave(owner, drifterId, "Three.");
      expect(await problemCodeOf(await api.save(save, both))).to.equal("412 revision.mismatch");
      expect((await saveUnless(named, "Three.")).status).to.equal(200);
    });
  });

  describe("rate limit per drifter", () => {
    it("returns 429 with Retry-After to its owner, and accepts saves to other drifters", async () => {
      await using strict = await startApiFor(fixture, { savesPerTokenPerMinute: 2 });
      const other = await fixture.giveToken(owner.address);
      const saveStrictly = async (id: string, text: string, signer = owner) =>
        strict.save(await signedSave(signer, id, text));
      // A stranger cannot exhaust the owner's rate limit.
      for (const text of ["x", "y", "z"]) await saveStrictly(drifterId, text, stranger);
      const first = await signedSave(owner, drifterId, "One.");
      // Replaying the owner's signed text does not count either.
      for (const _ of [1, 2, 3, 4]) expect((await strict.save(first)).status).to.equal(200);
      // A save that is not stored does not count either.
      const stale = await signedSave(owner, drifterId, "Two.");
      for (const _ of [1, 2, 3]) {
        const response = await strict.save(stale, { "if-match": '"0-0"' });
        expect(await problemCodeOf(response)).to.equal("412 revision.mismatch");
      }
      expect((await strict.save(stale)).status).to.equal(200);

      const response = await saveStrictly(drifterId, "Three.");

      expect(Number(response.headers.get("retry-after"))).to.be.within(1, 60);
      expect(await problemCodeOf(response)).to.equal("429 rate.limited");
      expect((await saveStrictly(other, "Other.")).status).to.equal(200);
    });
  });

  describe("rate limit per address", () => {
    it("returns 429 with Retry-After, without a chain request, and does not count malformed ones", async () => {
      await using rpc = await startFaultyRpc(fixture.chain.url);
      await using strict = await startApiFor(fixture, { rpcUrls: [rpc.url], savesPerMinute: 2 });
      const request = await signedSave(owner, drifterId, "Again and again.");
      const malformed = await strict.save({ ...request, narrative: "Another." });
      expect(await problemCodeOf(malformed)).to.equal("422 hash.mismatch");
      await strict.save(request);
      await strict.save(request);
      rpc.behave();

      const response = await strict.save(request);

      expect(Number(response.headers.get("retry-after"))).to.be.within(1, 60);
      expect(await problemCodeOf(response)).to.equal("429 rate.limited");
      expect(rpc.requests).to.deep.equal([]);
    });
  });
});
