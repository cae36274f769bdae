import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { pino } from "pino";
import { ApiError } from "../../../api/src/base/apiError.ts";
import { openMinted } from "../../../api/src/chain/minted.ts";
import type { MintedPhase } from "../../../api/src/chain/phases.ts";
import type { Records } from "../../../api/src/files/records.ts";
import { readSettings } from "../../../api/src/settings/settings.ts";
import { account } from "../../support/api/apiFixture.ts";
import { rangesOf } from "../../support/api/catalogueFixture.ts";
import { until } from "../../support/until.ts";

const hour = 3_600_000;

describe("createRanges", () => {
  it("sorts ranges, omits empty ranges, and counts and finds IDs of any size", () => {
    const far = 2 ** 60;
    const given = { Gale: [10, 12], None: [5, 5], Ember: [1, 4], Far: [far, far + 512] } as const;
    const { ranges, total, has, key } = rangesOf(given);
    const [ember, gale] = [
      { phase: "Ember", start: 1, end: 4 },
      { phase: "Gale", start: 10, end: 12 },
    ];
    expect({ ranges, total }).to.deep.equal({ ranges: [ember, gale], total: 517 });
    const found = ["0", "1", "3", "4", "9", "11", "12", String(far)].filter(has);
    expect(found).to.deep.equal(["1", "3", "11", String(far)]);
    expect(rangesOf(Object.fromEntries(Object.entries(given).reverse())).key).to.equal(key);
    expect(rangesOf({ ...given, Ember: [1, 3] }).key).not.to.equal(key);
  });
});

describe("openMinted", () => {
  let phases: MintedPhase[];
  let fault: ApiError | undefined;
  let held: Promise<void> | undefined;
  let counts: { reads: number; changes: number; saves: number };
  let saved: Map<string, unknown>;
  let log: object[];
  const ember = (end: bigint): MintedPhase[] => [{ phase: "Ember", start: 1n, end }];
  beforeEach(() => {
    [phases, fault, held, log] = [ember(2n), undefined, undefined, []];
    counts = { reads: 0, changes: 0, saves: 0 };
    saved = new Map();
  });

  function open(mintedLifeMilliseconds: number, chainId = 31_337) {
    const settings = { ...readSettings({}), mintedLifeMilliseconds, chainId };
    const mintedTimeoutMilliseconds = { known: hour, unknown: hour };
    const chain = {
      async readMinted() {
        counts.reads += 1;
        const found = { blockNumber: BigInt(counts.reads), phases };
        await held;
        if (fault) throw fault;
        return found;
      },
    };
    const records = {
      read: async (key) => saved.get(JSON.stringify(key)),
      async update(key, _, change) {
        await setImmediate();
        counts.saves += 1;
        saved.set(JSON.stringify(key), change(undefined));
      },
      close: async () => undefined,
    } as Records;
    const logger = pino({ level: "warn" }, { write: (line) => log.push(JSON.parse(line)) });
    const contract = account(9).address;
    return openMinted(
      { ...settings, contract, mintedTimeoutMilliseconds },
      chain,
      records,
      logger,
      () => {
        counts.changes += 1;
      },
    );
  }

  it("reads the chain once for concurrent requests, rereads after expiry, and saves only changes", async () => {
    const minted = await open(0);
    await Promise.all([minted.current(), minted.current()]);
    expect(counts).to.deep.equal({ reads: 1, changes: 1, saves: 0 });
    await until(() => counts.reads > 1);
    phases = ember(4n);
    expect((await minted.current())?.total).to.equal(3);
    await minted.close();
    expect(counts).to.deep.include({ changes: 2, saves: 2 });
    const name = JSON.stringify(["minted", 31_337, account(9).address.toLowerCase()]);
    expect([...saved.keys()]).to.deep.equal([name]);
    expect(saved.get(name)).to.deep.include({ phases });
  });

  it("reads the chain again for a token minted after a read started", async () => {
    const minted = await open(0);
    await minted.current();
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const requested = minted.isMinted("2");
    await until(() => counts.reads > 1);
    phases = ember(3n);
    resolve();
    expect(await requested).to.equal(true);
    await minted.close();
  });

  it("returns cached ranges while the chain is unreachable, and logs each outage once", async () => {
    const minted = await open(0);
    const down = new ApiError("chain.unavailable", { cause: new Error("It is down.") });
    for (const each of [undefined, down, down, undefined, down]) {
      fault = each;
      expect((await minted.current())?.total).to.equal(1);
    }
    await minted.close();
    const line = { reason: "It is down.", msg: "mints since this block are not shown" };
    expect(log).to.have.length(2);
    expect(log[0]).to.deep.include({ ...line, block: "1" });
    const before = counts.reads;
    expect((await (await open(hour)).current())?.total).to.equal(1);
    expect(await (await open(hour, 1)).current()).to.equal(undefined);
    expect(counts.reads).to.equal(before + 2);
  });
});
