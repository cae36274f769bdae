import { expect } from "chai";
import { CpuMeter, type Processes } from "../../scripts/test/cpuTime.ts";

/** Returns a meter that reads these processes, one map per sample. */
function meterOf(
  ...looks: [pid: number, parent: number, own: number, reaped: number][][]
): CpuMeter {
  const found = looks.values();
  return new CpuMeter((): Processes => {
    const rows = found.next().value ?? [];
    return new Map(rows.map(([pid, parent, own, reaped]) => [pid, { parent, own, reaped }]));
  });
}

describe("CpuMeter", () => {
  it("adds up a process and its children, in seconds", () => {
    const meter = meterOf([
      [1, 0, 100, 50],
      [2, 1, 25, 0],
    ]);
    expect(meter.read()).to.equal(1.75);
  });

  it("counts a child only once after it ended and was waited for", () => {
    const meter = meterOf(
      [
        [1, 0, 100, 0],
        [2, 1, 40, 10],
      ],
      [[1, 0, 110, 80]],
    );
    meter.read();
    expect(meter.read()).to.equal(1.9);
  });

  it("counts grandchildren only once if they ended together with the child that waited for them", () => {
    const meter = meterOf(
      [
        [1, 0, 100, 0],
        [2, 1, 40, 0],
        [3, 2, 60, 0],
      ],
      [[1, 0, 100, 110]],
    );
    meter.read();
    expect(meter.read()).to.equal(2.1);
  });

  it("keeps the time of a child that ended without being waited for", () => {
    const meter = meterOf(
      [
        [1, 0, 100, 0],
        [2, 1, 200, 0],
      ],
      [[1, 0, 100, 0]],
    );
    meter.read();
    expect(meter.read()).to.equal(3);
  });

  it("returns undefined on systems that list no processes", () => {
    expect(meterOf([]).read()).to.equal(undefined);
  });

  it("reads the time of the current process on systems with /proc", function () {
    const seconds = new CpuMeter().read();
    if (process.platform !== "linux") return this.skip();
    const { user, system } = process.cpuUsage();
    expect(seconds).to.be.at.least((user + system) / 1_000_000 - 1);
  });
});
