import { expect } from "chai";
import { compareWithSnapshot } from "../../../scripts/lab/bench/gas/report.ts";

describe("gas report", () => {
  it("reports each row missing from the snapshot or off by more than 0.5 %", async () => {
    const measured = (name: string, figure: number) => ({ section: "Deployment", name, figure });
    const size = 20_861;
    expect(await compareWithSnapshot([measured("bytecode, bytes", size * 1.004)])).to.deep.equal(
      [],
    );
    const rows = [
      measured("bytecode, bytes", 2 * size),
      measured("bytecode, bytes", 1),
      measured("dust", 1),
    ];
    const differences = await compareWithSnapshot(rows);
    expect(differences[0]).to.match(/^Deployment, bytecode, bytes: 41,722, 100.0 % above/);
    expect(differences).to.have.length(3);
  });
});
