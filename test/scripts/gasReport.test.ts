import { expect } from "chai";
import { intrinsicGas, mintFloor } from "../../scripts/lab/bench/gas/floor.ts";
import { compareWithSnapshot } from "../../scripts/lab/bench/gas/snapshot.ts";
import {
  formatCheaperPeers,
  formatGasReport,
  joinMeasurements,
} from "../../scripts/lab/bench/gas/table.ts";

describe("the gas report's floor", () => {
  it("counts 16 gas for a byte of calldata and 4 for a zero byte, above 21,000", () => {
    expect(intrinsicGas("0x")).to.equal(21_000);
    expect(intrinsicGas("0x00")).to.equal(21_004);
    expect(intrinsicGas("0xff")).to.equal(21_016);
    expect(intrinsicGas("0x00ff0100")).to.equal(21_040);
  });

  it("is the gas of the calldata and of the operations that every mint requires", () => {
    const firstOfOne = 21_000 + 2_100 + 2 * 5_000 + 2 * 22_100 + 3_100 + 1_875 + 130 + 100;
    expect(mintFloor("0x", 1, true)).to.equal(firstOfOne);
    expect(mintFloor("0x00ff", 1, true)).to.equal(firstOfOne + 20);
    expect(mintFloor("0x", 20, true)).to.equal(firstOfOne + 19 * 1_875);
    expect(mintFloor("0x", 1, false)).to.equal(firstOfOne - 17_100);
  });
});

describe("the gas snapshot", () => {
  const compare = (figure: number | undefined) =>
    compareWithSnapshot([{ section: "FringeMint", name: "5 tokens", figure }], {
      FringeMint: { "5 tokens": 100_000 },
    });

  it("allows a deviation of at most half a percent", () => {
    const none = { worse: [], better: [], unknown: [] };
    expect(compare(100_500)).to.deep.equal(none);
    expect(compare(99_500)).to.deep.equal(none);
    expect(compare(100_501).worse).to.have.length(1);
    expect(compare(99_499).better).to.have.length(1);
  });

  it("names a row that became more expensive, with the difference", () => {
    const { worse, better } = compare(101_234);
    expect(worse).to.deep.equal([
      "FringeMint, 5 tokens: 101,234 gas, 1.2 % above the snapshot's 100,000.",
    ]);
    expect(better).to.deep.equal([]);
  });

  it("names a row that became cheaper", () => {
    const { worse, better } = compare(90_000);
    expect(better).to.deep.equal([
      "FringeMint, 5 tokens: 90,000 gas, 10.0 % below the snapshot's 100,000.",
    ]);
    expect(worse).to.deep.equal([]);
  });

  it("names a row that is missing", () => {
    const row = { section: "FringeMint", name: "6 tokens", figure: 1 };
    expect(compareWithSnapshot([row], {}).unknown).to.deep.equal([
      "FringeMint, 6 tokens: not in the snapshot.",
    ]);
  });
});

describe("the gas report's table", () => {
  const subject = (title: string) => ({
    title,
    note: `${title} it is.`,
    bytecode: "0x",
    sizeBytes: 0,
    firstTokenId: 1,
    enumerable: true,
  });
  const mint = (figure: number, floor = 100_000) => [
    { section: "FringeMint", name: "1 token", figure, floor },
  ];

  it("shows each cost, its ratio to the floor, and a dash for a missing one", () => {
    const subjects = [subject("ours"), subject("theirs")] as const;
    const view = (figure: number | undefined) => [{ section: "Views", name: "ownerOf", figure }];
    const rows = joinMeasurements([
      { subject: subjects[0], rows: [...mint(102_500), ...view(2_599)] },
      { subject: subjects[1], rows: [...mint(2_361_004), ...view(undefined)] },
    ]);
    expect(formatGasReport(subjects, rows)).to.equal(`\
FringeMint                         floor      ours    theirs
  1 token                        100,000   102,500 2,361,004

FringeMint, × floor                 ours    theirs
  1 token                          1.025    23.610

FringeMint, × floor + 17,100        ours    theirs
  1 token                          0.875    20.162

Views                               ours    theirs
  ownerOf                          2,599         –

ours       ours it is.
theirs     theirs it is.`);
  });

  it("lists for each section the row in which a peer is cheaper by the largest ratio, from 1 % on", () => {
    const subjects = [subject("ours"), subject("theirs"), subject("others")];
    const row = (section: string, name: string, ...gas: (number | null)[]) => ({
      section,
      name,
      figures: Object.fromEntries(subjects.map(({ title }, at) => [title, gas[at] ?? null])),
    });
    const rows = [
      row("Views", "balanceOf", 2_600, null, 2_500),
      row("Views", "ownerOf", 7_400, 2_600, 2_500),
      row("Gifts", "1 gift", 1_010, 1_000, 2_000),
      row("Mints", "1 token", 1_009, 1_000, null),
    ];
    expect(formatCheaperPeers(subjects, rows)).to.equal(`\
Largest difference to a cheaper peer                                  ours      peer's  peer
  Views: ownerOf                                                     7,400       2,500  others
  Gifts: 1 gift                                                      1,010       1,000  theirs`);
    expect(formatCheaperPeers(subjects, rows.slice(3))).to.equal("");
    expect(formatCheaperPeers(subjects.slice(0, 1), rows)).to.equal("");
  });

  it("refuses to compare contracts that were called with different calldata", () => {
    const measured = [
      { subject: subject("ours"), rows: mint(102_500) },
      { subject: subject("theirs"), rows: mint(102_500, 100_012) },
    ];
    expect(() => joinMeasurements(measured)).to.throw("theirs has a different row or floor");
  });
});
