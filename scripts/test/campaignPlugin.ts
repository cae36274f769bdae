import { overrideTask } from "hardhat/config";
import type { HardhatPlugin } from "hardhat/types/plugins";

/** Hardhat plugin: after the Solidity tests it tells how the invariant campaigns went, and fails the idle ones. */
export const campaignPlugin: HardhatPlugin = {
  id: "fringe-drifters:campaigns",
  tasks: [
    overrideTask(["test", "solidity"])
      .setAction(() => import("./reportCampaigns.ts"))
      .build(),
  ],
};
