import { overrideTask } from "hardhat/config";
import type { HardhatPlugin } from "hardhat/types/plugins";

/** Hardhat plugin: reports the invariant campaigns after the Solidity tests, and fails the idle ones. */
export const campaignPlugin: HardhatPlugin = {
  id: "fringe-drifters:campaigns",
  tasks: [
    overrideTask(["test", "solidity"])
      .setAction(() => import("./reportCampaigns.ts"))
      .build(),
  ],
};
