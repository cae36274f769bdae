import { expect } from "chai";
import type { StorageTypes } from "#chain/mocks/StorageTypes";
import { describeChanges } from "#trace/describeChanges";
import type { NodeRequest } from "#trace/nodeTrace";
import { traceSubject } from "#trace/traceSubject";
import { readContractBuild } from "../../scripts/shared/readContractBuild.ts";
import { addressOf, ethers, provider } from "../support/contracts/collection.ts";

it("y", async () => {
  const c = await ethers.deployContract("StorageTypes");
  const request: NodeRequest = (r) => provider.request(r);
  const build = await readContractBuild();
  for (const tx of [c.deploymentTransaction(), await c.change("short", "0x0102"), await c.change("A note that is much longer than thirty-one bytes.", `0x${"11".repeat(70)}`), await c.setNote("A note that is much longer than thirty-one Bytes.")]) {
    const trace = await traceSubject(request, tx?.hash as never, build);
    console.log(describeChanges(trace.changes, false));
  }
});
