import { screen, within } from "@testing-library/react";
import { expect } from "chai";
import {
  decodeErrorResult,
  decodeFunctionData,
  encodeFunctionData,
  encodeFunctionResult,
  type Hex,
} from "viem";
import { WagmiContext } from "wagmi";
import { disconnect, getConnection } from "wagmi/actions";
import { collectionAbi } from "#chain/abi";
import { nouns } from "#protocol/values/noun";
import { apiErrors } from "#protocol/wire/errors";
import { apiPaths } from "#protocol/wire/paths";
import { commonErrors, operations } from "../../../api/src/openapi/operations.ts";
import { createChoice } from "../../../web/src/dev/choice.ts";
import { selectAccountMethod } from "../../../web/src/dev/devWallet.ts";
import { modeNames, walletMode } from "../../../web/src/dev/walletMode.ts";
import { describeWalletError } from "../../../web/src/wallet/messages.ts";
import { createWalletConfig } from "../../../web/src/wallet/walletConfig.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { pageSettings } from "../../support/web/pageSettings.ts";
import {
  button,
  createQueryClient,
  renderComponent,
  settle,
  stubResponses,
  words,
} from "../../support/web/renderComponent.tsx";

/** The page's `fetch`, and a `fetch` with the panel's faults. */
let plainFetch = globalThis.fetch;
globalThis.fetch = (...request) => plainFetch(...request);
const { faultPoints, installFaultyFetch } = await import("../../../web/src/dev/faults.ts");
installFaultyFetch();
const faultyFetch = globalThis.fetch;
globalThis.fetch = plainFetch;

const { default: DevPanel } = await import("../../../web/src/dev/DevPanel.tsx");
const { default: DevAccounts } = await import("../../../web/src/dev/DevAccounts.tsx");
const { BecomeOwner } = await import("../../../web/src/dev/BecomeOwner.tsx");
const { EditorNotices } = await import("../../../web/src/narrative/EditorNotices.tsx");
const { devWallet } = await import("../../../web/src/dev/devWallet.ts");

const [first = "0x", second = "0x", third = "0x", administrator = "0x"] = [0, 1, 2, 9].map(
  (index) => hardhatAccount(index).address,
);
const signing = { method: "personal_sign", params: ["0x68", second] };
const held: Record<string, bigint[]> = {
  [third]: [12n, 101n, 10n, 11n],
  [second]: Array.from({ length: 1_034 }, (_, index) => BigInt(2_000 + index)),
};

/** A node with three accounts and the collection, which returns `0x51` for everything else. */
const respondAsNode: typeof fetch = async (input, init) => {
  const respond = ({
    id,
    method,
    params,
  }: {
    id: number;
    method: string;
    params: { data: Hex }[];
  }) => {
    const defaultResult = method === "eth_accounts" ? [first, second, third] : "0x51";
    return {
      jsonrpc: "2.0",
      id,
      result: method === "eth_call" ? view(params[0]?.data ?? "0x") : defaultResult,
    };
  };
  const body = JSON.parse(await new Request(input, init).text());
  return Response.json(Array.isArray(body) ? body.map(respond) : respond(body));
};

function view(data: Hex): Hex {
  const { functionName, args = [] } = decodeFunctionData({ abi: collectionAbi, data });
  const tokens = held[String(args[0])] ?? [];
  const result =
    { owner: administrator, signerAddress: second, balanceOf: BigInt(tokens.length) }[
      functionName as string
    ] ?? (functionName === "ownerOf" ? third : tokens[Number(args[1])]);
  return encodeFunctionResult({ abi: collectionAbi, functionName, result } as never);
}

function devPage() {
  const config = createWalletConfig(pageSettings, [devWallet()]);
  const connector = config.connectors.find(({ type }) => type === "dev");
  if (!connector) throw new Error("There is no dev wallet.");
  const request = async (received: object) => {
    const { request } = (await connector.getProvider()) as { request(_: object): Promise<unknown> };
    return request(received);
  };
  return { config, connector, request };
}

function choose(title: string, fault: string): void {
  const point = faultPoints.find((each) => each.title === title);
  if (!point || !(fault in point.faults)) throw new Error(`No ${fault} in ${title}.`);
  point.chosen.choose(fault);
}

const getAddress = (config: Parameters<typeof getConnection>[0]) => getConnection(config).address;

const data = encodeFunctionData({ abi: collectionAbi, functionName: "ownerOf", args: [7n] });
const ownerRead = { jsonrpc: "2.0", id: 1, method: "eth_call", params: [{ data }, "latest"] };

const post = (url: string, body: object) =>
  faultyFetch(new URL(url, location.href), { method: "POST", body: JSON.stringify(body) });

describe("developer panel", () => {
  beforeEach(() => stubResponses(respondAsNode));
  afterEach(() => {
    plainFetch = globalThis.fetch;
    walletMode.choose("obeys");
    for (const { chosen } of faultPoints) chosen.choose("");
  });

  it("[S4.22] [S8.8] makes the wallet reject, so that nothing is signed and the page reports it", async () => {
    const { request } = devPage();
    walletMode.choose("rejects");
    const signingError = (await request(signing).catch((error) => error)) as Error;
    const idle = {
      isSaved: true,
      isOnline: true,
      isSigned: false,
      isStale: false,
      isSigning: false,
    };
    const progress = { isSaving: false, signingError, savingError: null };
    renderComponent(<EditorNotices {...idle} {...progress} onSignAgain={() => {}} />);
    const message = "You rejected the request. Nothing was signed.";
    expect(words(screen.getByRole("status"))).to.equal(message);
    expect(screen.queryByRole("alert")).to.equal(null);
  });

  it("[S4.38] [S8.9] simulates each wallet behavior, including connecting, signing, switching and disconnecting", async () => {
    const allow = "Your wallet hasn't given this site access to that account.";
    const open = "Your wallet has an open request.";
    const behaviors: unknown[] = [];
    for (const mode of modeNames.filter((each) => each !== "silent")) {
      const { connector, request } = devPage();
      await request({ method: selectAccountMethod, params: second.toLowerCase() });
      let hasLeft = false;
      connector.emitter.on("disconnect", () => {
        hasLeft = true;
      });
      walletMode.choose(mode);
      const outcome = (work?: Promise<unknown>) =>
        work?.then(String, (error) => /.*?\./.exec(describeWalletError(error).message)?.[0]);
      const account = ({ accounts, chainId }: Awaited<ReturnType<typeof connector.connect>>) =>
        `${accounts.map((each) => (typeof each === "string" ? each : "").slice(0, 5))} on ${chainId}`;
      behaviors.push([
        mode,
        await outcome(connector.connect().then(account)),
        await outcome(connector.connect({ isReconnecting: true }).then(account)),
        await outcome(request(signing)),
        await outcome(connector.switchChain?.({ chainId: 1 }).then(() => walletMode.read())),
        hasLeft,
      ]);
      walletMode.choose("obeys");
    }
    const [here, away] = ["0x709 on 31337", "0x709 on 1"];
    expect(behaviors).to.deep.equal([
      ["obeys", here, here, "0x51", "obeys", false],
      ["rejects", "User rejected.", here, "User rejected.", "User rejected.", false],
      ["locked", allow, " on 31337", allow, allow, true],
      ["busy", open, here, open, open, false],
      ["splitsBatches", here, here, "0x51", "obeys", false],
      ["connected", "That wallet is connected already.", here, "0x51", "obeys", false],
      ["otherChain", away, away, "0x51", "obeys", false],
      ["failsToSwitch", away, away, "0x51", "Your wallet could not switch to this network.", false],
      ["lacksChain", away, away, "0x51", "chain not found on connector.", false],
      ["chainNotConfigured", away, away, "0x51", "This site doesn't support that network.", false],
      ["cannotSwitch", away, away, "0x51", "Your wallet cannot switch networks from here.", false],
    ]);
  });

  it("lets an unresponsive wallet respond once its behavior is changed", async () => {
    const { request } = devPage();
    walletMode.choose("silent");
    const outcome = request(signing).catch((error) => describeWalletError(error).message);
    await settle();
    expect(await Promise.race([outcome, "none"])).to.equal("none");
    walletMode.choose("rejects");
    expect(await outcome).to.equal("User rejected.");
  });

  it("[S8.4] makes the owner read revert with any contract error", async () => {
    const names = collectionAbi.flatMap((item) =>
      item.type === "error" && item.inputs.length === 0 ? [item.name] : [],
    );
    expect(names).to.include("OwnerQueryForNonexistentToken");
    for (const name of names) {
      choose("Reading the owner", name);
      const response = await post("http://node.example/", ownerRead);
      // Safety: the response to a call that reverts.
      const { error } = (await response.json()) as { error: { data: Hex } };
      const { errorName } = decodeErrorResult({ abi: collectionAbi, data: error.data });
      expect(errorName).to.equal(name);
    }
  });

  for (const [what, title, path] of [
    ["a save", "Saving a story", apiPaths.narrative],
    ["a mint authorization", "A mint authorization", apiPaths.mintAuthorization],
  ] as const) {
    it(`[S8.6] makes ${what} fail with each of the service's error codes`, async () => {
      const reasons = [...(operations[path].post?.errorCodes ?? []), ...commonErrors];
      for (const code of reasons) {
        choose(title, code);
        const response = await post(path.replace("{drifterId}", "1"), {});
        const { status } = apiErrors[code];
        expect(response.status, code).to.equal(status);
        expect(await response.json()).to.include({ status, code });
      }
      expect(reasons).to.have.length.greaterThan(15);
    });
  }

  it("applies a simulated error only to matching requests", async () => {
    plainFetch = async () => Response.json("plain", { headers: { etag: "1" } });
    const requests: Record<string, [path: string, body?: object]> = {
      "A drifter's metadata": ["/drifters/metadata/7.json"],
      "A drifter's story": ["/api/narrative/7"],
      "The list of stories": ["/api/narrative?limit=2"],
      "The gallery": ["/api/tokens"],
      "A wallet's drifters": [`/api/owners/${first}/tokens`],
      "A drifter's neighbors": ["/api/tokens/7/neighbors"],
      "A wallet's allowance": [`/api/mint/allowance/${first}`],
      "The sale's history": ["/api/mint/history"],
      "Reading the owner": ["http://node.example/", ownerRead],
      "Saving a story": ["/api/narrative/7", {}],
      "A mint authorization": ["/api/mint/authorization", {}],
      "The JSON-RPC node": ["http://node.example/", { method: "eth_chainId" }],
    };
    for (const { title, chosen } of faultPoints) {
      chosen.choose("unreachable");
      const failed: string[] = [];
      for (const [name, [path, body]] of Object.entries(requests)) {
        const sent = body ? post(path, body) : faultyFetch(new URL(path, location.href));
        await sent.catch(() => failed.push(name));
      }
      const both = title === "The JSON-RPC node" ? ["Reading the owner", title] : [title];
      expect(failed).to.deep.equal(both);
      chosen.choose("");
    }
    choose("Saving a story", "hidden");
    const hidden = await post("/api/narrative/7", {});
    const headers = { "story-visibility": "hidden", etag: "1" };
    expect(Object.fromEntries(hidden.headers)).to.include(headers);
    expect(await hidden.json()).to.equal("plain");
  });

  it("saves its switches for the tab, refetches affected data, and clears all switches", async () => {
    const queryClient = createQueryClient();
    const { user, press } = renderComponent(<DevPanel />, { queryClient });
    const select = (name: string) => screen.getByLabelText<HTMLSelectElement>(name);
    const chosen = () =>
      screen
        .getAllByRole<HTMLSelectElement>("combobox")
        .filter(({ selectedIndex }) => selectedIndex > 0)
        .map(({ value }) => value);
    const canContinue = async (work: Promise<void>) => {
      queryClient.setQueryData(["read"], "known");
      await work;
      return queryClient.getQueryData(["read"]) === "known";
    };
    expect(await canContinue(user.selectOptions(select("Saving a story"), "hidden"))).to.equal(
      true,
    );
    expect(await canContinue(user.selectOptions(select("A mint authorization"), "slow"))).to.equal(
      true,
    );
    expect(await canContinue(user.selectOptions(select("The dev wallet"), "locked"))).to.equal(
      true,
    );
    expect(await canContinue(user.selectOptions(select("The gallery"), "returns 500"))).to.equal(
      false,
    );
    expect(chosen()).to.deep.equal(["locked", "serverError", "hidden", "slow"]);
    expect(words()).to.contain("Expected: Shows “The drifters failed to load.” with Try again.");
    expect(words()).to.contain("Expected: Disconnects; connecting reports");
    const reloaded = () => createChoice("fault.gallery", ["", "serverError"]).read();
    expect(reloaded()).to.equal("serverError");
    expect(await canContinue(press("Clear all"))).to.equal(true);
    expect([...chosen(), reloaded()]).to.deep.equal([""]);
    expect(queryClient.getQueryState(["read"])?.isInvalidated).to.equal(true);
    expect(words()).not.to.contain("Expected:");
  });

  it("finds switches, breaks everything at once, counts the faults and links to them", async () => {
    const { press, user } = renderComponent(<DevPanel />);
    const titles = () =>
      within(screen.getByRole("region", { name: "Simulated faults" }))
        .queryAllByRole<HTMLSelectElement>("combobox")
        .map(({ labels: [label] }) => words(label));
    await user.type(screen.getByLabelText("Search faults"), "saving");
    expect(titles()).to.deep.equal(["Saving a story"]);
    await user.type(screen.getByLabelText("Search faults"), "?");
    expect(words()).to.contain("No fault matches. Search for another word.");
    await user.clear(screen.getByLabelText("Search faults"));
    await press("Everything is down");
    expect(words()).to.contain(`Developer${faultPoints.length} faults on`);
    await press("Only the service is down");
    expect(words()).to.contain(`Developer${faultPoints.length - 2} faults on`);
    await press("Clear all");
    expect(words()).not.to.contain("faults on");
    await user.selectOptions(screen.getByLabelText("The gallery"), "serverError");
    await user.selectOptions(screen.getByLabelText("The dev wallet"), "rejects");
    expect(words()).to.contain("Developer2 faults on");
    await press("Copy a link with these faults");
    const { search } = new URL(await navigator.clipboard.readText());
    expect(search).to.equal("?dev.fault.gallery=serverError&dev.wallet=rejects");
  });

  it("announces a restart of the local chain until dismissed, but not on a first visit", async () => {
    const news = "the local chain was restarted";
    const visits: boolean[] = [];
    for (const [worldId, isRead] of [["1"], ["2"], ["2", true], ["2"]] as const) {
      Object.assign(pageSettings, { worldId });
      const { press, unmount } = renderComponent(<DevPanel />);
      visits.push(words().includes(news));
      if (isRead) await press("Got it");
      if (isRead) expect(words()).not.to.contain(news);
      unmount();
    }
    expect(visits).to.deep.equal([false, true, true, false]);
    Reflect.deleteProperty(pageSettings, "worldId");
  });

  it("lists owners, administrator, signer and remaining accounts, and connects as one of them", async () => {
    const { config } = devPage();
    const { press, user, unmount } = renderComponent(
      <WagmiContext value={config}>
        <DevAccounts />
        <BecomeOwner />
      </WagmiContext>,
      { path: "/drifter/7" },
    );
    await screen.findByText("1 more, without drifters");
    const region = within(screen.getByRole("region", { name: "Local accounts" }));
    expect(region.getAllByRole("button").map((entry) => words(entry))).to.deep.equal([
      `Account 1 signer0x7099…79C8${nouns} 3010–3033 and 1,010 more`,
      `Account 2 0x3C44…93BC${nouns} 10–12, 101`,
      "Live account administrator0xa0Ee…9720no drifters",
      "Account 0 0xf39F…2266no drifters",
    ]);
    await press(/Live account/);
    await settle();
    expect(getAddress(config)).to.equal(administrator);
    expect(button(/Live account/).getAttribute("aria-pressed")).to.equal("true");
    await press("Become the owner of #7");
    await settle();
    expect(getAddress(config)).to.equal(third);
    expect(button("You own #7").disabled).to.equal(true);
    await user.click(button(/Account 0/));
    await settle();
    expect(getAddress(config)).to.equal(first);
    unmount();
    await disconnect(config);
    expect(await devPage().connector.isAuthorized()).to.equal(false);
  });
});
