import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { readStorySettings } from "../../../../scripts/commands/stories/readStorySettings.ts";
import { serveControl, worldDirectory } from "../../../../scripts/shared/worldControl.ts";
import { withEnvironment } from "../../../support/commands/commandHere.ts";
import { errorOf } from "../../../support/errorOf.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

const chainUrl = "http://127.0.0.1:5997";

describe("readStorySettings", () => {
  const read = async (
    variables: Record<string, string>,
    needsChain: boolean,
    isRunning = false,
  ) => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, worldDirectory));
    const respond = async () => chainUrl;
    const stop = isRunning ? await serveControl(join(folder, worldDirectory), respond) : undefined;
    try {
      return await withEnvironment(variables, () => readStorySettings(needsChain), folder);
    } finally {
      await stop?.();
    }
  };

  it("uses the running local world's chain unless RPC_URL is set", async () => {
    expect((await read({}, true, true)).rpcUrls).to.deep.equal([chainUrl]);
    const RPC_URL = "http://127.0.0.1:1";
    expect((await read({ RPC_URL }, true, true)).rpcUrls).to.deep.equal([RPC_URL]);
  });

  it("rejects a missing chain with what to do, unless no chain is needed", async () => {
    expect((await errorOf(read({}, true))).message).to.match(
      /^There is no chain .* RPC_URL .* --off/,
    );
    expect((await read({}, false)).dataDir).to.include("narratives");
  });
});
