import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { getAddress } from "viem";
import { mintAllowancePath } from "#protocol/wire/paths";
import { readSaleFile } from "#service/settings";
import type { Action } from "../../../scripts/lab/rehearsal/crowd.ts";
import { checkInvariants } from "../../../scripts/lab/rehearsal/invariants.ts";
import { type RehearsalTools, runRehearse } from "../../../scripts/lab/rehearsal/runRehearse.ts";
import type { Mint, SaleEvents } from "../../../scripts/lab/rehearsal/saleEvents.ts";
import { shrinkSale } from "../../../scripts/lab/rehearsal/shrink.ts";
import { completeTimes } from "../../../scripts/lab/rehearsal/timetable.ts";
import { portraits } from "../../../scripts/shared/cacheFolders.ts";
import { quietStep } from "../../../scripts/shared/commandLine/step.ts";
import { freePort } from "../../../scripts/shared/freePort.ts";
import { accountAt } from "../../../scripts/world/chain/localAccounts.ts";
import { scenarioRecipe } from "../../../scripts/world/recipe.ts";
import { loadScenario } from "../../../scripts/world/scenarios/scenario.ts";
import { startService } from "../../../scripts/world/service.ts";
import { startStack } from "../../../scripts/world/startStack.ts";
import { runInProcess } from "../../support/commands/commandHere.ts";
import { inSoak } from "../../support/search.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { startLiveCollection } from "../../support/world/liveCollection.ts";

const openDoor = {
  name: "Open Door",
  startingPoint: 1,
  endPoint: 41,
  price: "0.08",
  maxPerMint: 3,
  opensAt: "2026-03-01T18:00:00Z",
  closesAt: "2026-03-02T18:00:00Z",
  perWallet: 2,
};
const guests = {
  name: "Guests",
  startingPoint: 101,
  endPoint: 121,
  price: "0.05",
  maxPerMint: 3,
  opensAt: "2026-03-03T18:00:00Z",
  closesAt: "2026-03-04T18:00:00Z",
  list: "guests.csv",
};

describe("npm run rehearse", () => {
  let folder: string;
  const path = (name: string) => join(folder, name);
  const write = (name: string, phases: object[]) =>
    writeFile(path(name), JSON.stringify({ phases }));
  const read = (name: string) => readFile(path(name), "utf8");
  beforeEach(async () => {
    folder = await temporaryFolder();
    const listed = [1, 2, 3, 4].map(
      (digit) => `0x100000000000000000000000000000000000000${digit},3\n`,
    );
    await writeFile(path("guests.csv"), listed.join(""));
    await write("sale.json", [openDoor, guests]);
  });

  /** Rehearses the sale; `args` override the default options. */
  const rehearse = (args: string[] = [], tools: Partial<RehearsalTools> = {}, variables = {}) =>
    runInProcess((output) =>
      runRehearse(
        ["--sale", path("sale.json"), "--wallets", "26", "--output", path("out"), ...args],
        variables,
        output,
        { step: quietStep, ...tools },
      ),
    );

  /** Returns the cells of a table's rows, by their first cell. */
  function readTable(report: string, title: string): Map<string, string[]> {
    const [, body = ""] = report.split(`${title}\n`);
    const rows = body.split("\n\n")[0]?.split("\n") ?? [];
    return new Map(
      rows.map((row) => row.trim().split(/ {2,}/)).map(([first = "", ...cells]) => [first, cells]),
    );
  }

  it("reports mints by behavior, rejections by rule, income and the owner's calls", async () => {
    const { status, stdout } = await rehearse(["--wallets", "40"]);
    expect(status).to.equal(0);
    expect(stdout.match(/^ {2}✔ .*/gm)).to.have.length(5);
    expect(stdout).not.to.contain("✘");
    const tokens = [...readTable(stdout, "Who got what").values()]
      .slice(1)
      .map((row) => Number(row.at(-1)));
    const sum = tokens.reduce((total, each) => total + each, 0);
    const phases = readTable(stdout, "Phases");
    const minted = ["Open Door", "Guests"].map((name) =>
      Number.parseInt(phases.get(name)?.[2] ?? "", 10),
    );
    const [door = 0, listed = 0] = minted;
    expect(door).to.be.above(10);
    expect(listed).to.be.above(0);
    expect(sum).to.equal(door + listed);
    const money = readTable(stdout, "Money and gas");
    expect(money.get("tokens")).to.deep.equal([String(sum)]);
    expect(money.get("income")).to.deep.equal([`${(door * 8 + listed * 5) / 100} ETH`]);
    expect([...readTable(stdout, "Rejections by rule").keys()]).to.include.members([
      "mint.not_listed",
      "mint.not_open_yet",
      "mint.closed",
      "mint.signer_mismatch",
      "mint.allowance_used",
      "mint.quantity_too_large",
      "AuthenticationFailed",
      "NotEnoughEth",
      "NotMinting",
      "insufficient funds",
    ]);
    expect(stdout).to.match(
      /2026-03-02T18:00:00Z +closeSale\(\) +planned\n +adjustPrice\(0.05 ether\)/,
    );
    const html = await read("out/report.html");
    expect(html).to.contain("<svg").and.contain("Holds:");
    for (const cell of phases.get("Open Door") ?? []) expect(html).to.contain(`>${cell}</td>`);
  });

  it("writes the same report for the same seed, and different reports for different seeds", async () => {
    const few = ["--wallets", "13"];
    await write("sale.json", [openDoor]);
    const first = await rehearse(few);
    const html = await read("out/report.html");
    const second = await rehearse(few);
    expect(second.stdout).to.equal(first.stdout);
    expect(await read("out/report.html")).to.equal(html);
    const other = await rehearse([...few, "--seed", "2"]);
    expect(other.stdout.replace("seed 2", "seed 1")).not.to.equal(first.stdout);
  });

  it("sells out in the middle of a block", async () => {
    await write("sale.json", [{ ...openDoor, endPoint: 9 }]);
    const { status, stdout } = await rehearse();
    expect(status).to.equal(0);
    const [, , minted, , soldOut = ""] = readTable(stdout, "Phases").get("Open Door") ?? [];
    expect(minted).to.equal("8 of 8");
    expect(soldOut).to.match(/^2026-03-0[12]T/);
    expect(Number(readTable(stdout, "Rejections by rule").get("PastSupply")?.[1])).to.be.above(0);
  });

  it("opens and closes phases without planned times, and reports the chosen times", async () => {
    const { opensAt: _, closesAt: __, ...untimed } = guests;
    const first = { ...untimed, name: "First", startingPoint: 201, endPoint: 221 };
    await write("sale.json", [first, openDoor, untimed]);
    const { status, stdout } = await rehearse(["--wallets", "40"]);
    expect(status).to.equal(0);
    expect(stdout).to.contain("“First” opens at 2026-02-28T18:00:00Z in this rehearsal.");
    expect(stdout).to.match(/ 2026-02-28T18:00:00Z +adjustPhases.*\n(?: +\S.*\n)*? +openSale\(\)/);
    expect(stdout).to.contain("“Guests” opens at 2026-03-02T18:00:00Z in this rehearsal.");
    expect(stdout).to.contain("the owner closes it at 2026-03-03T18:00:00Z in this rehearsal.");
    expect(readTable(stdout, "Phases").get("Guests")?.[2]).to.match(/^[1-9]\d* of 20$/);
  });

  describe("when an invariant is broken", () => {
    /** Asserts one violation, shrunk to a request and a transaction per mint. */
    async function expectBroken(
      name: string,
      text: RegExp,
      tools: Partial<RehearsalTools>,
      mints = 1,
    ) {
      const { status, stdout } = await rehearse([], tools);
      expect(status).to.equal(1);
      expect(stdout.match(/^ {2}✘ .*/gm)).to.have.length(1);
      expect(stdout).to.match(text);
      expect(stdout).to.match(/breaks with \d+ actions instead of \d\d\d?: /);
      expect(stdout).to.contain(`breaks with ${2 * mints} actions`);
      expect(stdout).to.contain(`npm start -- --scenario ${path(`out/broken-${name}.json`)}`);
      expect(await read("out/report.html")).to.contain("Broken:");
      return loadScenario(path(`out/broken-${name}.json`));
    }

    it("finds too high an allowance, and writes a scenario before the last mint", async () => {
      await write("sale.json", [{ ...openDoor, maxPerMint: 2 }, guests]);
      await write("service.json", [{ ...openDoor, maxPerMint: 2, perWallet: 3 }, guests]);
      const serviceFile = path("service.json");
      const text = /minted 3 in “Open Door”; its allowance is 2\./;
      const scenario = await expectBroken("allowance", text, { serviceFile }, 2);
      expect(scenario.summary).to.match(/once account 2, .* mints 1 in “Open Door”\.$/);
      const stack = await startStack(
        {
          ...{
            startService,
            recipe: scenarioRecipe(scenario),
            directory: path("world"),
            portraits,
          },
          ports: { chain: await freePort(0), api: 0 },
        },
        quietStep,
      );
      try {
        const { apiUrl, chain, contract } = stack.current();
        const minter = accountAt(await chain.ethers.getSigners(), 2).address;
        const allowance = await fetch(apiUrl + mintAllowancePath(minter));
        expect(await allowance.json()).to.include({ phase: "Open Door", allowance: 3, left: 1 });
        expect(await contract.balanceOf(minter)).to.equal(2n);
        expect(await contract.MAXBATCH()).to.equal(2n);
        const { timestamp = 0 } = (await chain.ethers.provider.getBlock("latest")) ?? {};
        expect(new Date(timestamp * 1_000).toISOString()).to.match(/^2026-03-01T18:0/);
      } finally {
        await stack.close();
      }
    });

    inSoak.it("finds a service without the phase's opening time", async () => {
      const { opensAt: _, closesAt: __, ...untimed } = openDoor;
      await write("sale.json", [openDoor]);
      await write("service.json", [untimed]);
      const text =
        /minted in “Open Door” at 2026-03-01T17:55:01Z; it opens at 2026-03-01T18:00:00Z/;
      const { plan } = await expectBroken("times", text, { serviceFile: path("service.json") });
      expect(plan.startsAt).to.equal("2026-03-01T17:55:00Z");
    });

    inSoak.it("finds an owner who does not adjust the price", async () => {
      const text = /minted in “Guests” at 0\.08 ETH; the plan's price is 0\.05 ETH/;
      const ownersView: RehearsalTools["ownersView"] = (phases) =>
        phases.map((phase) => ({ ...phase, price: phases[0]?.price ?? 0n }));
      const { plan } = await expectBroken("price", text, { ownersView });
      expect(plan.calls).to.include("adjustPrice(0.08 ether)");
      expect(plan.currentPhase).to.equal("Guests");
    });
  });

  describe("on a fork", () => {
    it("continues from the live collection's tokens and time", async () => {
      const live = await startLiveCollection();
      try {
        await write("sale.json", [{ ...openDoor, name: "First Dust" }, guests]);
        const variables = { CONTRACT_ADDRESS: await live.contract.getAddress() };
        const { status, stdout } = await rehearse(["--fork", live.chain.url], {}, variables);
        expect(stdout).to.match(/The chain continues from block \d+ of the forked chain/);
        expect(stdout).to.match(/adjustPhases\("First Dust", 1, 41\) +planned/);
        expect(status).to.equal(0);
        expect(readTable(stdout, "Phases").get("First Dust")?.[2]).to.match(/^[1-9]\d* of 40$/);
        expect(Number(await live.contract.totalSupply())).to.equal(3);
      } finally {
        await live.close();
      }
    });

    it("rejects an invalid CONTRACT_ADDRESS, and a sale that has ended", async () => {
      const live = await startLiveCollection();
      try {
        const fork = ["--fork", live.chain.url];
        const invalid = await rehearse(fork, {}, { CONTRACT_ADDRESS: "0x12" });
        expect(invalid.stderr).to.contain('CONTRACT_ADDRESS is not an address, but "0x12".');
        const [opensAt, closesAt] = ["2025-03-01T18:00:00Z", "2025-03-02T18:00:00Z"];
        await write("sale.json", [{ ...openDoor, opensAt, closesAt }]);
        const variables = { CONTRACT_ADDRESS: await live.contract.getAddress() };
        const { status, stderr } = await rehearse(fork, {}, variables);
        expect(status).to.equal(1);
        expect(stderr).to.match(
          /Every phase has closed by 2026-01-01T\S+, the forked block's time/,
        );
      } finally {
        await live.close();
      }
    });

    it("reports an unreachable node", async () => {
      const { status, stderr } = await rehearse([
        "--fork",
        `http://127.0.0.1:${await freePort(0)}`,
      ]);
      expect(status).to.equal(1);
      expect(stderr).to.match(/Can't read the live chain at 127\.0\.0\.1:\d+/);
    });
  });

  for (const [args, message] of [
    [["--walets", "5"], "Unknown option: --walets. Did you mean --wallets?"],
    [["--wallets", "0"], '--wallets takes a whole number from 1 to 10000, not "0".'],
    [["--wallets", "many"], '--wallets takes a whole number from 1 to 10000, not "many".'],
    [["--seed", "-1"], "--seed"],
    [
      ["--fork", "ftp://x"],
      '--fork takes the http or https URL of an RPC endpoint, not "ftp://x".',
    ],
    [["now"], "Unexpected argument 'now'"],
  ] as const) {
    it(`rejects ${args.join(" ")}`, async () => {
      const { status, stdout, stderr } = await rehearse([...args]);
      expect(status).to.equal(2);
      expect(stderr).to.contain(message).and.contain("Usage: npm run rehearse");
      expect(stdout).to.equal("");
    });
  }

  it("rejects a missing, invalid or empty sale file, and too short a phase", async () => {
    const messageOf = async (phases: object[]) => {
      await write("sale.json", phases);
      const { status, stderr } = await rehearse();
      expect(status).to.equal(1);
      return stderr;
    };
    expect(await messageOf([])).to.contain("has no phases to rehearse");
    expect(await messageOf([{ ...openDoor, closesAt: "2026-03-01T18:02:00Z" }])).to.contain(
      "“Open Door” would be open from 2026-03-01T18:00:00Z to 2026-03-01T18:02:00Z, which is too short",
    );
    expect(await messageOf([{ ...openDoor, price: 1 }])).to.contain("phases[0].price must be");
    expect(await messageOf([{ ...openDoor, endPoint: 20_000 }])).to.contain("rejects the plan");
    const missing = await rehearse(["--sale", path("none.json")]);
    expect(missing.stderr).to.contain(`${path("none.json")} cannot be read (ENOENT)`);
  });

  it("rejects an output folder that is a file before it starts a chain", async () => {
    const titles: string[] = [];
    const step: RehearsalTools["step"] = (title, work) => {
      titles.push(title);
      return quietStep(title, work);
    };
    const { status, stderr } = await rehearse(["--output", path("guests.csv")], { step });
    expect(status).to.equal(1);
    expect(stderr).to.contain(`The folder ${path("guests.csv")} can't be created (EEXIST).`);
    expect(titles).to.deep.equal([]);
  });

  it("rejects an output folder in a file system without folders of its own", async function () {
    if (process.platform !== "linux") this.skip();
    const { status, stderr } = await rehearse(["--output", "/proc/rehearsal"]);
    expect(status).to.equal(1);
    expect(stderr).to.contain("The folder /proc/rehearsal can't be created (ENOENT).");
  });

  it("stops in the middle of the sale, and writes no report", async () => {
    const ending = new AbortController();
    const step: RehearsalTools["step"] = (title, work) => {
      if (title === "Play the sale") ending.abort();
      return quietStep(title, work);
    };
    const { status, stdout, stderr } = await rehearse([], { step, signal: ending.signal });
    expect(status).to.equal(1);
    expect(stderr).to.contain("The rehearsal was stopped.");
    expect(stdout).to.equal("");
    expect(await readdir(path("out"))).to.deep.equal([]);
  });
});

describe("completeTimes", () => {
  const timesOf = async (...times: { opensAt?: string; closesAt?: string }[]) => {
    const file = join(await temporaryFolder(), "sale.json");
    const { opensAt: _, closesAt: __, ...phase } = openDoor;
    const phases = times.map((each, index) => ({
      ...{ ...phase, name: `Phase ${index}`, startingPoint: index * 10, endPoint: index * 10 + 10 },
      ...each,
    }));
    await writeFile(file, JSON.stringify({ phases }));
    return completeTimes(readSaleFile(file)).map(({ opensAt, closesAt }) =>
      [opensAt, closesAt].map((at) => new Date(Number(at) * 1_000).toISOString().slice(5, 13)),
    );
  };

  it("divides the gap between two timed phases equally among phases without times", async () => {
    const first = { opensAt: "2026-03-01T00:00:00Z", closesAt: "2026-03-02T00:00:00Z" };
    const last = { opensAt: "2026-03-04T00:00:00Z" };
    expect(await timesOf(first, {}, {}, last)).to.deep.equal([
      ["03-01T00", "03-02T00"],
      ["03-02T00", "03-03T00"],
      ["03-03T00", "03-04T00"],
      ["03-04T00", "03-05T00"],
    ]);
  });

  it("opens each phase before the first known time a day before the next", async () => {
    expect(await timesOf({}, { closesAt: "2026-03-03T00:00:00Z" })).to.deep.equal([
      ["03-01T00", "03-02T00"],
      ["03-02T00", "03-03T00"],
    ]);
  });
});

describe("shrinkSale", () => {
  const actions = Array.from({ length: 12 }, (_, wallet): Action[] => [
    { does: "apply", at: wallet },
    { does: "request", at: wallet, wallet, qty: 9 },
    { does: "send", at: wallet, wallet },
  ]).flat();

  it("omits actions, lowers quantities, and preserves the plan's calls until the last action", async () => {
    const wallets = Array.from({ length: 12 }, () => ({ behavior: "honest" as const })) as never[];
    const text = "Wallet 7 minted more than two after wallet 3 requested.";
    const shrunk = await shrinkSale({ wallets, actions }, { text }, async (crowd) => {
      const quantity = (wallet: number) =>
        crowd.actions.reduce(
          (sum, each) => (each.does === "request" && each.wallet === wallet ? sum + each.qty : sum),
          0,
        );
      return quantity(7) > 2 && quantity(3) > 0 ? { text } : undefined;
    });
    expect(shrunk.length).to.equal(2);
    expect(shrunk.crowd.actions.filter(({ does }) => does !== "apply")).to.deep.equal([
      { does: "request", at: 3, wallet: 3, qty: 1 },
      { does: "request", at: 7, wallet: 7, qty: 3 },
    ]);
    const applied = shrunk.crowd.actions.filter(({ does }) => does === "apply");
    expect(applied.map(({ at }) => at)).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});

describe("checkInvariants", () => {
  const minter = getAddress("0x1000000000000000000000000000000000000001");
  const price = 80_000_000_000_000_000n;
  const mint: Mint = {
    ...{ minter, price, transaction: "0x01", block: 2n },
    tokenIds: [1n, 2n],
    timestamp: BigInt(Date.parse(openDoor.opensAt) / 1_000),
  };
  const money = { before: 5n, after: 5n + price, withdrawn: price };

  async function brokenIn(events: Partial<SaleEvents>) {
    const file = join(await temporaryFolder(), "sale.json");
    await writeFile(file, JSON.stringify({ phases: [openDoor] }));
    const results = checkInvariants(readSaleFile(file), { mints: [mint], money, ...events });
    return results.flatMap(({ name, violation }) => (violation ? [[name, violation.text]] : []));
  }

  it("accepts mints within the plan", async () => {
    expect(await brokenIn({})).to.deep.equal([]);
  });

  it("reports income that differs from the minted tokens' prices", async () => {
    expect(await brokenIn({ money: { ...money, withdrawn: 0n } })).to.deep.equal([
      ["money", "The contract received 0.08 ETH; the minted tokens cost 0.16 ETH."],
    ]);
  });

  it("reports a token outside all planned phases, and a token minted twice", async () => {
    const outside = { ...mint, tokenIds: [40n, 41n] };
    expect(await brokenIn({ mints: [outside] })).to.deep.equal([
      ["ids", "Token 41 is in no planned phase."],
    ]);
    const twice = { ...mint, tokenIds: [7n, 7n] };
    expect(await brokenIn({ mints: [twice] })).to.deep.equal([
      ["ids", "Token 7 was minted twice."],
    ]);
  });

  it("treats a phase as closed at its closing time", async () => {
    const closesAt = BigInt(Date.parse(openDoor.closesAt) / 1_000);
    expect(await brokenIn({ mints: [{ ...mint, timestamp: closesAt - 1n }] })).to.deep.equal([]);
    const [broken] = await brokenIn({ mints: [{ ...mint, timestamp: closesAt }] });
    expect(broken?.[0]).to.equal("times");
  });
});
