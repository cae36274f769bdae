import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import { type Address, stringToHex } from "viem";
import { collectionConfig } from "#collection/collection.config.ts";
import { localContractAddress } from "#protocol/chain/localWorld";
import { narrativeMessage } from "#protocol/stories/narrativeMessage";
import type { SignedRevision } from "#protocol/wire/responses";
import { listen } from "../../../scripts/lab/service/listen.ts";
import { quietStep } from "../../../scripts/shared/commandLine/step.ts";
import { freePort } from "../../../scripts/shared/freePort.ts";
import { serveControl } from "../../../scripts/shared/worldControl.ts";
import { signAs } from "../../../scripts/world/chain/signAs.ts";
import { runWorldCommand } from "../../../scripts/world/command/commands.ts";
import { runWorld } from "../../../scripts/world/command/runWorld.ts";
import { findStopped } from "../../../scripts/world/findStopped.ts";
import { findSources } from "../../../scripts/world/fork/forkRecipe.ts";
import {
  type LiveCollection,
  readLiveCollection,
} from "../../../scripts/world/fork/liveCollection.ts";
import { scenarioRecipe } from "../../../scripts/world/recipe.ts";
import { loadScenario } from "../../../scripts/world/scenarios/scenario.ts";
import { startService } from "../../../scripts/world/service.ts";
import { type Stack, startStack } from "../../../scripts/world/startStack.ts";
import type { World } from "../../../scripts/world/startWorld.ts";
import { account } from "../../support/api/apiFixture.ts";
import { borrowChain } from "../../support/api/borrowedChain.ts";
import { runInProcess } from "../../support/commands/commandHere.ts";
import { errorOf } from "../../support/errorOf.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { startLiveCollection } from "../../support/world/liveCollection.ts";

describe("npm run world -- fork", () => {
  let live: Awaited<ReturnType<typeof startLiveCollection>>;
  let address: Address;
  let root: string;
  before(async () => {
    live = await startLiveCollection();
    address = (await live.contract.getAddress()) as Address;
    root = await temporaryFolder();
  });
  after(() => live?.close());

  const target = () => ({ rpcUrl: live.chain.url, contract: address });

  describe("on top of a collection", () => {
    let stack: Stack;
    let stop: () => Promise<void>;
    const run = (...parts: string[]) =>
      runInProcess((output) => runWorld(parts, root, output, quietStep));
    const fork = (...options: string[]) =>
      run("fork", live.chain.url, "--contract", address, ...options);
    const send = async (path: string, body?: object) => {
      const init = body && { method: "POST", body: JSON.stringify(body) };
      const headers = { "content-type": "application/json" };
      const response = await fetch(stack.current().apiUrl + path, { ...init, headers });
      return { status: response.status, body: await response.json() };
    };
    /** A world without pages. */
    function world(): World {
      const unused = () => Promise.reject(new Error("The test does not need this."));
      return {
        ...stack.current(),
        webUrl: "",
        renew: unused,
        control: unused,
        close: unused,
        async become(recipe, step) {
          await stack.change({ recipe, keepsStories: false, withNewContracts: false }, step);
          return world();
        },
      };
    }

    before(async () => {
      stack = await startStack(
        {
          startService,
          recipe: scenarioRecipe(await loadScenario("fresh")),
          directory: root,
          portraits: root,
          ports: { chain: 0, api: 0 },
        },
        quietStep,
      );
      stop = await serveControl(root, async (request) => {
        const outcome = await runWorldCommand(
          request,
          { world: world(), directory: root },
          quietStep,
        );
        return outcome.text;
      });
      const former = stack.current();
      const { status, stdout, stderr } = await fork();
      expect(stderr).to.equal("");
      expect(status).to.equal(0);
      const height = await live.chain.ethers.provider.getBlockNumber();
      expect(stdout.replace(/[\d.]+ s:/, "… s:")).to.equal(
        `
The world is "fork of chain 11155111 at block ${height}" after … s: 3 tokens, 1 stories. Open pages were reloaded.
The contract is ${address}, its owner ${await live.contract.owner()}. Commands such as npm run trace find it with CONTRACT_ADDRESS=${address}.
The local account ${account(1).address} signs its mints.
The fork has 2 story versions from ${live.apiUrl}.
A wallet extension still has the old chain's nonces. If its transactions fail or stay pending, clear its activity: in MetaMask, Settings → Advanced → Clear activity tab data.
`,
      );
      expect(stack.current().runtimeConfig().worldId).not.to.equal(former.runtimeConfig().worldId);
      const closed = await former.chain.ethers.provider.getBlockNumber().catch(() => "closed");
      expect(closed).to.equal("closed");
    });
    after(async () => {
      await stop?.();
      await stack?.close();
    });

    it("serves the live collection's owners, stories and portraits", async () => {
      const { contract } = stack.current();
      expect(await contract.getAddress()).to.equal(address);
      for (const id of [1, 2, 3]) {
        expect(await contract.ownerOf(id)).to.equal(await live.contract.ownerOf(id));
      }
      const { body: history } = await send("/api/narrative/1/history");
      const served = await fetch(`${live.apiUrl}/api/narrative/1/history`);
      const others = ((await served.json()) as SignedRevision[]).map((signed) => ({
        ...signed,
        chainId: 31_337,
      }));
      expect(history).to.deep.equal(others);
      expect((await send("/drifters/metadata/1.json")).body).to.include({ name: "Ilse" });
      const portrait = await fetch(`${stack.current().apiUrl}/drifters/images/160/1.webp`);
      expect(portrait.headers.get("content-type")).to.equal("image/webp");
    });

    it("mints with local authorizations, and changes nothing on the live chain", async () => {
      const { chain, contract } = stack.current();
      const height = await live.chain.ethers.provider.getBlockNumber();
      const minter = await chain.ethers.getSigner(
        (await chain.ethers.getSigners())[7]?.address ?? "",
      );
      const { body, status } = await send("/api/mint/authorization", {
        minter: minter.address,
        qty: 2,
      });
      expect(status, JSON.stringify(body)).to.equal(200);
      const { hash, signature, transactionID } = body;
      // IDs far from the live service's.
      expect(transactionID).to.equal("500000001");
      const value = 2n * (await contract[collectionConfig.priceFunction]());
      await contract
        .connect(minter)
        [collectionConfig.mintFunction](hash, signature, transactionID, 2, { value });
      expect(await contract.balanceOf(minter.address)).to.equal(2n);
      expect(await live.contract.totalSupply()).to.equal(3n);
      expect(await live.chain.ethers.provider.getBlockNumber()).to.equal(height);
    });

    it("publishes a story as an owner whose key is not on this machine", async () => {
      const { chain, contract } = stack.current();
      const holder = await chain.ethers.getSigner(await contract.ownerOf(2));
      await contract.connect(holder).transferFrom(holder, stranger, 2);
      const narrative = "Written by whoever became the owner.";
      const signedMessage = narrativeMessage("2", narrative);
      const signature = await signAs(chain, stranger, stringToHex(signedMessage));
      const request = { drifterId: "2", narrative, signedMessage, signature };
      const { status, body } = await send("/api/narrative/2", request);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body).to.include({ author: stranger });
      expect((await fetch(`${live.apiUrl}/api/narrative/2`)).status).to.equal(404);
    });

    it("saves and continues its difference from the live chain", async () => {
      const describeFork = async ({ current }: Pick<Stack, "current">) => ({
        block: (await current().chain.ethers.provider.getBlock("latest"))?.hash,
        owner: await current().contract.ownerOf(2),
        story: await (await fetch(`${current().apiUrl}/api/narrative/2`)).json(),
        metadata: (await send("/drifters/metadata/1.json")).body,
        phases: await readFile(join(current().home, "collection/sale.json"), "utf8"),
      });
      const before = await describeFork(stack);
      expect(before.owner).to.equal(stranger);
      await run("save", "continued");
      const { status, stdout } = await run("load", "continued");
      expect(status, stdout).to.equal(0);
      expect(await describeFork(stack)).to.deep.equal(before);
      const { stopped } = await findStopped(root, { scenario: undefined, fresh: false });
      const { world: resumed, recipe } = stopped ?? {};
      if (!resumed || !recipe) throw new Error("No world was found.");
      const unchanged = { recipe, resumed, keepsStories: true };
      await stack.change({ ...unchanged, withNewContracts: false }, quietStep);
      expect(await describeFork(stack)).to.deep.equal(before);
      await stack.change({ ...unchanged, withNewContracts: true }, quietStep);
      expect(stack.current().notes[0]).to.contain("The fork runs the code in contracts/");
      expect(await stack.current().contract.ownerOf(2)).to.equal(stranger);
      const nowhere = `http://127.0.0.1:${await freePort()}`;
      const live = { ...(recipe.fork?.live as LiveCollection), rpcUrl: nowhere };
      const lost = { ...recipe, fork: { live, options: { replacesCode: false } } };
      const { message } = await errorOf(
        stack.change({ ...unchanged, recipe: lost, withNewContracts: false }, quietStep),
      );
      expect(message).to.match(
        /^The world that ran last is a fork\. Can't read the live chain at 127.* To start a scenario instead: npm start -- --fresh$/,
      );
      await fork();
    });

    it("runs the code in contracts/ on the live storage, even after a change", async () => {
      const { recipe } = stack.current();
      await stack.change({ recipe, keepsStories: true, withNewContracts: true }, quietStep);
      const { chain, contract, notes } = stack.current();
      expect(notes.join()).to.contain("The fork runs the code in contracts/");
      const code = await chain.ethers.provider.getCode(address);
      // The contract's cached domain separator is for a different chain.
      expect(code).not.to.equal(await live.chain.ethers.provider.getCode(address));
      expect(await contract.ownerOf(3)).to.equal(await live.contract.ownerOf(3));
      await fork("--block", "1", "--replace-code");
      expect(stack.current().notes).to.deep.equal([
        `The contract is ${address}, its owner ${account(0).address}. Commands such as npm run trace find it with CONTRACT_ADDRESS=${address}.`,
        `The local account ${account(1).address} signs its mints.`,
        "The fork runs the code in contracts/ on the live contract's storage.",
        "No stories were imported: pass the live service with --stories URL.",
      ]);
    });

    it("leaves the world unchanged if there is nothing to fork", async () => {
      const before = stack.current();
      const { status, stderr } = await run("fork", live.chain.url, "--contract", stranger);
      expect(status).to.equal(1);
      expect(stderr.trim()).to.match(/^Chain 11155111 has no contract at 0x1/);
      const own = await run("fork", stack.current().chain.url.replace("127.0.0.1", "localhost"));
      expect(own.stderr).to.contain("is this world's own chain. Pass the live chain's endpoint.");
      expect(stack.current()).to.equal(before);
    });
  });

  const stranger = "0x1000000000000000000000000000000000000001";

  describe("reads the live collection", () => {
    it("reads the latest block, or an earlier block", async () => {
      const height = await live.chain.ethers.provider.getBlockNumber();
      const latest = await readLiveCollection(target());
      expect(await readLiveCollection({ ...target(), blockNumber: height })).to.deep.equal(latest);
      expect(latest).to.deep.equal({
        rpcUrl: live.chain.url,
        chainId: 11_155_111,
        blockNumber: height,
        contract: address,
        owner: (await live.contract.owner()) as Address,
        phases: ["", "First Dust"],
        baseURI: `${live.apiUrl}/drifters/metadata/`,
      } satisfies LiveCollection);
      const first = await readLiveCollection({ ...target(), blockNumber: 1 });
      expect(first).to.deep.equal({
        ...{ ...latest, owner: account(0).address },
        ...{ blockNumber: 1, baseURI: undefined, phases: [""] },
      });
      const record = JSON.stringify({ chainId: latest.chainId, address });
      await writeFile(join(root, `${latest.chainId}.json`), record);
      expect(await readLiveCollection({ rpcUrl: live.chain.url }, root)).to.deep.equal(latest);
    });

    it("explains why it cannot read the collection", async () => {
      const { url } = live.chain;
      const [closed, nowhere] = [await freePort(), await temporaryFolder()];
      const local = await borrowChain();
      await using page = await listen(
        createServer(({ url }, response) =>
          response.end(
            url === "/" ? "A page." : `{ "error": { "message": "${url} is over quota." } }`,
          ),
        ),
      );
      const factory = await live.chain.ethers.deployContract("WalletFactory");
      const other = (await factory.getAddress()) as Address;
      const height = await live.chain.ethers.provider.getBlockNumber();
      const unreadable = (rpcUrl: string, reason: string) =>
        [
          { rpcUrl },
          `Can't read the live chain at ${new URL(rpcUrl).host}: ${reason}. Check the URL, and that it is an RPC endpoint, with archive state for an earlier --block.`,
        ] as const;
      for (const [expected, message] of [
        unreadable(
          `http://127.0.0.1:${closed}/v2/secretkey`,
          `connect ECONNREFUSED 127.0.0.1:${closed}`,
        ),
        unreadable(live.apiUrl, "status 405"),
        unreadable(page.url, "the response is not JSON"),
        unreadable(`${page.url}/v2/secretkey`, "RPC Request failed. /v2/… is over quota"),
        [
          { rpcUrl: local.url, contract: undefined },
          `Chain 31337 has no contract at ${localContractAddress} in block 0. Check --contract and --block.`,
        ],
        [
          { rpcUrl: url, contract: undefined },
          `${nowhere}/ has no deployment on chain 11155111: pass the collection's address with --contract.`,
        ],
        [
          { rpcUrl: url, blockNumber: height + 1 },
          `The live chain has no block ${height + 1} yet: the latest is block ${height}. Choose an earlier --block.`,
        ],
        [
          { rpcUrl: url, contract: stranger },
          `Chain 11155111 has no contract at ${stranger} in block ${height}. Check --contract and --block.`,
        ],
        [
          { rpcUrl: url, contract: other },
          `The contract at ${other} on chain 11155111 is not a phased collection. Check --contract.`,
        ],
      ] as const) {
        const rejected = readLiveCollection({ contract: address, ...expected }, nowhere);
        expect((await errorOf(rejected)).message).to.equal(message);
      }
      await writeFile(`${nowhere}/31337.json`, `{"chainId":31337,"address":"${stranger}"}`);
      const recorded = readLiveCollection({ rpcUrl: local.url }, nowhere);
      expect((await errorOf(recorded)).message).to.contain(`contract at ${stranger} in block 0`);
      await local.close();
    });
  });

  describe("findSources", () => {
    const gateway = "https://gateway.example/ipfs/";
    const stories = "https://site.example";
    const own = `${stories}/drifters/metadata/`;
    for (const [title, baseURI, options, origin, portraits] of [
      ["uses the base URI's service", own, {}, stories, own],
      [
        "uses separate sites",
        "https://files.example/7/",
        { stories },
        stories,
        "https://files.example/7/",
      ],
      ["resolves a relative base URI", "/drifters/metadata/", { stories }, stories, own],
      [
        "prefers the given service",
        own,
        { stories: "https://else.example" },
        "https://else.example",
        own,
      ],
      ["uses the IPFS gateway", "ipfs://Qm/", { gateway, stories }, stories, `${gateway}Qm/`],
    ] as const) {
      it(title, () => {
        expect(findSources(baseURI, options)).to.deep.equal({
          origin,
          portraits: { COLLECTION_DIR: "", COLLECTION_ORIGIN: portraits },
          missing: [],
        });
      });
    }

    const [noStories, noGateway] = [
      "No stories were imported: pass the live service with --stories URL.",
      "The portraits are on IPFS: pass --gateway URL to show them.",
    ];
    for (const [baseURI, options, missing] of [
      ["ipfs://Qm/", {}, [noStories, noGateway]],
      ["ipfs://ipfs/Qm/", { stories }, [noGateway]],
      ["/metadata/", {}, [noStories, 'The fork has no portraits: the base URI is "/metadata/".']],
      [undefined, { gateway }, [noStories]],
    ] as const) {
      it(`fails for the base URI ${baseURI} without an option, and suggests the option`, () => {
        const origin = "stories" in options ? stories : undefined;
        expect(findSources(baseURI, options)).to.deep.equal({ origin, portraits: {}, missing });
      });
    }
  });
});
