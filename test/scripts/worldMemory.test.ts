import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mock } from "node:test";
import { expect } from "chai";
import { usedMegabytes } from "../../scripts/world/memory.ts";

describe("the memory that npm start prints", () => {
  afterEach(() => mock.reset());

  it("adds up a process and its descendants", async function () {
    if (!existsSync("/proc/self/smaps_rollup")) return this.skip();
    const filled =
      "const kept = Buffer.alloc(100e6, 1); console.log('ready'); setInterval(() => kept, 1e6);";
    // The shell waits, so the buffer is in its child.
    const child = spawn("sh", ["-c", '"$0" --eval "$1" & wait', process.execPath, filled], {
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const pid = child.pid ?? 0;
    await once(child.stdout, "data");
    expect(usedMegabytes(pid)).to.be.within(100, 250);
    process.kill(-pid, "SIGKILL");
    await once(child, "exit");
  });

  it("is that of this process where Linux does not tell it", () => {
    mock.method(process.memoryUsage, "rss", () => 300.4 * 1_048_576);
    // There is no such process.
    expect(usedMegabytes(2 ** 30)).to.equal(300);
  });
});
