import { expect } from "chai";
import { decodeErrorResult, encodeFunctionData } from "viem";
import { collectionAbi } from "#chain/abi";
import { apiErrors } from "#protocol/errors";
import { apiPaths } from "#protocol/paths";
import { commonErrors, operations } from "../../../api/src/openapi/operations.ts";
import { describeWalletError } from "../../../web/src/wallet/messages.ts";
import { createWalletConfig } from "../../../web/src/wallet/walletConfig.ts";
import "../../support/web/componentLoader.ts";
import { withFetch } from "../../support/stubFetch.ts";
import { renderMarkup } from "../../support/web/markup.ts";
import { memoryStorage } from "../../support/web/memoryStorage.ts";
import { pageSettings } from "../../support/web/pageSettings.ts";

const site = "http://here.example";

const signer = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const signing = { method: "personal_sign", params: ["0x68", signer] };

/** A node with one account, which returns `0x51` for everything else. */
const nodeOf =
  (account: string): typeof fetch =>
  async (_url, init) => {
    const { method } = JSON.parse(String(init?.body));
    const result = method === "eth_accounts" ? [account] : "0x51";
    return Response.json({ jsonrpc: "2.0", id: 1, result });
  };

describe("the developer's panel", () => {
  let faults: typeof import("../../../web/src/dev/faults.ts");
  let modes: typeof import("../../../web/src/dev/walletMode.ts");
  let wallet: typeof import("../../../web/src/dev/devWallet.ts");
  /** `fetch` with the panel's faults; unaffected requests fail. */
  let faultyFetch: typeof fetch;

  // The panel's modules read the tab's storage and wrap the page's `fetch` on import.
  before(async () => {
    const window = { fetch: () => Promise.reject(new Error("No fault applied.")) };
    const sessionStorage = memoryStorage();
    Object.assign(globalThis, { window, sessionStorage, location: new URL(site) });
    faults = await import("../../../web/src/dev/faults.ts");
    modes = await import("../../../web/src/dev/walletMode.ts");
    wallet = await import("../../../web/src/dev/devWallet.ts");
    (await import("../../../web/src/dev/faults.ts")).installFaultyFetch();
    faultyFetch = window.fetch;
    Reflect.deleteProperty(globalThis, "window");
  });
  afterEach(() => {
    modes.walletMode.choose("obeys");
    for (const { chosen } of faults.faultPoints) chosen.choose("");
  });
  after(() => {
    for (const name of ["sessionStorage", "location"]) Reflect.deleteProperty(globalThis, name);
  });

  function choose(title: string, fault: string): void {
    const point = faults.faultPoints.find((each) => each.title === title);
    if (!point || !(fault in point.faults)) throw new Error(`No ${fault} in ${title}.`);
    point.chosen.choose(fault);
  }

  function post(url: string, body: object): Promise<Response> {
    return faultyFetch(url, { method: "POST", body: JSON.stringify(body) });
  }

  function devConnector() {
    const config = createWalletConfig(pageSettings, [wallet.devWallet()]);
    const connector = config.connectors.find(({ type }) => type === "dev");
    if (!connector) throw new Error("There is no dev wallet.");
    return connector;
  }

  async function messageOfProblem(received: Promise<unknown> | undefined): Promise<string> {
    return describeWalletError(await received?.catch((error: unknown) => error)).message;
  }

  it("[S4.22] [S8.8] makes the wallet reject: nothing is signed, and the page reports it", async () => {
    const { EditorNotices } = await import("../../../web/src/narrative/EditorNotices.tsx");
    const provider = (await devConnector().getProvider()) as {
      request(received: { method: string; params?: unknown }): Promise<unknown>;
    };
    const sign = () => withFetch(nodeOf(signer), () => provider.request(signing));
    modes.walletMode.choose("rejects");
    const signingError = await sign().then(
      () => null,
      (error: Error) => error,
    );
    expect(describeWalletError(signingError)).to.include({ isRejection: true, code: 4001 });
    const { role } = await renderMarkup(
      <EditorNotices
        isSaved
        isSigned={false}
        isStale={false}
        onDiscardSignature={() => {}}
        isSigning={false}
        isSaving={false}
        signingError={signingError}
        savingError={null}
      />,
    );
    expect(role("status").map(({ text }) => text)).to.deep.equal([
      "You rejected the request. Nothing was signed.",
    ]);
    expect(role("alert")).to.deep.equal([]);

    modes.walletMode.choose("obeys");
    expect(await sign()).to.equal("0x51");
  });

  it("[S4.38] [S8.9] locks the wallet: it disconnects, and connecting is unauthorized", async () => {
    const connector = devConnector();
    let isDisconnected = false;
    connector.emitter.on("disconnect", () => {
      isDisconnected = true;
    });
    modes.walletMode.choose("locked");
    expect(isDisconnected).to.equal(true);
    expect(await messageOfProblem(connector.connect())).to.contain(
      "has not let this page use that account",
    );
  });

  it("[S8.4] makes the owner's read revert with any error of the contract", async () => {
    const names = collectionAbi.flatMap((item) =>
      item.type === "error" && item.inputs.length === 0 ? [item.name] : [],
    );
    expect(names).to.include("OwnerQueryForNonexistentToken");
    const data = encodeFunctionData({
      abi: collectionAbi,
      functionName: "ownerOf",
      args: [7n],
    });
    const read = { jsonrpc: "2.0", id: 1, method: "eth_call", params: [{ data }, "latest"] };
    for (const name of names) {
      choose("The read of the owner", name);
      const response = await post("http://node.example/", read);
      // Safety: the response to a call that reverts.
      const { error } = (await response.json()) as { error: { data: `0x${string}` } };
      const { errorName } = decodeErrorResult({ abi: collectionAbi, data: error.data });
      expect(errorName).to.equal(name);
    }
  });

  for (const [what, title, path] of [
    ["a save", "Saving a story", apiPaths.narrative],
    ["a mint authorization", "A mint authorization", apiPaths.mintAuthorization],
  ] as const) {
    it(`[S8.6] makes ${what} fail with each error code of the service`, async () => {
      const reasons = [...(operations[path].post?.errorCodes ?? []), ...commonErrors];
      for (const code of reasons) {
        choose(title, code);
        const response = await post(site + path.replace("{drifterId}", "1"), {});
        const { status } = apiErrors[code];
        expect(response.status, code).to.equal(status);
        expect(await response.json()).to.include({ status, code });
      }
      expect(reasons).to.have.length.greaterThan(15);
    });
  }
});
