import { screen } from "@testing-library/react";
import { expect } from "chai";
import { useLocation } from "react-router-dom";
import { parseAbi } from "viem";
import {
  answerFetch,
  button,
  renderComponent,
  settle,
  textbox,
  words,
} from "../../support/renderComponent.tsx";

const { default: ChainPage } = await import("../../../web/src/dev/chain/ChainPage.tsx");

const accounts = [
  "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
] as const;
const collection = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const stranger = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const hash = `0x${"ab".repeat(32)}`;

const abi = parseAbi([
  "function price() view returns (uint256)",
  "function gift(address[] receivers, bool isLate) payable",
  "function adjustPrice(uint256 newPrice)",
  "function seal(bytes data, address by, string note)",
  "event Priced(uint256 price)",
]);

const call = {
  kind: "call",
  type: "CALL",
  from: accounts[0],
  to: collection,
  contract: "FringeDrifters",
  function: "adjustPrice",
  arguments: [{ name: "newPrice", type: "uint256", value: "5" }],
  value: "0",
  gasUsed: "30000",
  ownGas: "30000",
  returned: [],
  items: [],
};

/** Everything the page can show of a trace. */
const wholeTrace = {
  call: {
    ...call,
    value: "80000000000000000",
    items: [
      { kind: "console", text: "price 5" },
      {
        kind: "event",
        name: "Priced",
        values: [{ name: "price", value: "5" }],
        topics: [],
        data: "0x",
      },
      { kind: "event", values: [], topics: ["0xfeed"], data: "0x" },
      {
        ...call,
        type: "STATICCALL",
        contract: undefined,
        function: undefined,
        data: `0x${"11".repeat(80)}`,
        returned: [{ name: "", value: "true" }],
        error: "out of gas",
      },
    ],
  },
};

const transaction = {
  hash,
  block: 9,
  timestamp: 0,
  from: accounts[0],
  to: collection,
  contract: "FringeDrifters",
  function: "adjustPrice",
  arguments: call.arguments,
  value: "0",
  gasUsed: "30000",
  events: [{ name: "Priced", values: [] }],
};
const transactions = [
  { ...transaction, hash: `0x${"01".repeat(32)}`, error: "PriceTooLow(5)", events: [] },
  {
    ...transaction,
    hash: `0x${"02".repeat(32)}`,
    block: 8,
    from: stranger,
    to: accounts[1],
    contract: undefined,
    function: undefined,
    arguments: [],
    value: "1000000000000000000",
    events: [],
  },
  {
    ...transaction,
    hash: `0x${"03".repeat(32)}`,
    block: 1,
    function: "constructor",
    arguments: [],
    events: [{ name: "Opened" }, { name: "Priced" }, { name: "Priced" }],
  },
];

/** What the page has sent, and what the world answers. */
interface FakeWorld {
  asked: { path: string; body: unknown }[];
  answers: Record<string, unknown>;
  refusals: Record<string, string>;
}

async function openPage(query = "", change: Partial<FakeWorld["answers"]> = {}) {
  const world: FakeWorld = {
    asked: [],
    refusals: {},
    answers: {
      head: { number: 9, hash: "0x09", timestamp: 1_767_225_600, isAutomining: true },
      contracts: [
        { address: collection, name: "FringeDrifters", abi },
        { address: stranger, name: "SigningWallet", abi: parseAbi(["function keepers() view"]) },
      ],
      accounts,
      transactions: { transactions, hasMore: true },
      trace: wholeTrace,
      call: { call },
      send: hash,
      control: "The latest block is 10.",
      ...change,
    },
  };
  answerFetch(async (input, init) => {
    const path = String(input).replace("/@world/", "");
    const [name = ""] = path.split(/[/?]/);
    const body = init?.body === undefined ? undefined : JSON.parse(String(init.body));
    if (name !== "head") world.asked.push({ path, body });
    const refusal = world.refusals[name];
    if (refusal !== undefined) return Response.json({ error: refusal }, { status: 400 });
    return Response.json({ result: world.answers[name] });
  });
  const page = renderComponent(
    <>
      <ChainPage />
      <Address />
    </>,
    { path: `/chain${query}` },
  );
  await settle();
  await settle();
  const lastAsked = (path: string) => world.asked.findLast((each) => each.path === path)?.body;
  const region = (name: RegExp | string) => screen.getByRole("region", { name });
  return { ...page, world, lastAsked, region };
}

function Address() {
  return <output data-testid="address">{useLocation().search}</output>;
}

const address = () => new URLSearchParams(words(screen.getByTestId("address")));

describe("the page of the chain", () => {
  it("simulates a write while it is typed, and sends it", async () => {
    const { user, enter, press, lastAsked, world, region } = await openPage();
    await user.selectOptions(screen.getAllByRole("combobox")[1] as Element, "adjustPrice(uint256)");
    expect(words(region("Call a function"))).to.contain("Fill in every field.");
    expect(button("Send").disabled).to.equal(true);
    await enter(textbox("newPrice (uint256)"), "0.1");
    await user.selectOptions(screen.getByLabelText("Unit of newPrice (uint256)"), "ether");
    await enter(screen.getByLabelText("Sender"), accounts[1]);
    await settle();
    const typed = {
      to: collection,
      words: ["adjustPrice", "0.1 ether"],
      from: accounts[1],
      value: "0",
    };
    expect(lastAsked("call")).to.deep.equal(typed);
    expect(words(region("Call a function"))).to.contain("It succeeds with 30,000 gas.");
    await press("Send");
    await settle();
    expect(lastAsked("send")).to.deep.equal(typed);
    expect(address().get("tx")).to.equal(hash);
    expect(document.activeElement?.textContent).to.equal("Transaction 0xabababab…");
    world.refusals.send = "Nothing was sent.";
    await press("Send");
    await screen.findByText("Nothing was sent.");
  });

  it("shows a transaction's calls, events and console lines until it is closed", async () => {
    const { region, follow } = await openPage(`?tx=${hash}&failed=1`);
    const section = region("Transaction 0xabababab…");
    const lines = [...section.querySelectorAll("code")].map((line) => words(line));
    expect(lines).to.deep.equal([
      hash,
      "FringeDrifters.adjustPrice(newPrice: 5) with 0.08 ETH",
      "console.log: price 5",
      "event Priced(price: 5)",
      "event 0xfeed()",
      `staticcall ${collection} 0x1111111111111111…11111111 → true ✘ out of gas`,
    ]);
    await follow("Close");
    expect(screen.queryByRole("region", { name: /^Transaction/ })).to.equal(null);
    expect(words(screen.getByTestId("address"))).to.equal("?failed=1");
  });

  it("controls the chain by buttons and by words, and says what happened", async () => {
    const { press, enter, world, lastAsked } = await openPage();
    await screen.findByText("Block 9, 2026-01-01 00:00:00 UTC. Automine is on.");
    for (const [name, expected] of [
      ["+1 hour", "time +1h"],
      ["+1 day", "time +1d"],
      ["Mine a block", "mine"],
      ["Automine off", "automine off"],
      ["Snapshot", "snapshot"],
      ["Revert", "revert"],
    ] as const) {
      await press(name);
      expect(lastAsked("control"), name).to.deep.equal({ words: expected.split(" ") });
    }
    await screen.findByText("The latest block is 10.");
    expect(button("Apply").disabled).to.equal(true);
    await enter(textbox(/^Control/), "  balance  3 100 ");
    await press("Apply");
    expect(lastAsked("control")).to.deep.equal({ words: ["balance", "3", "100"] });
    world.refusals.control = "There is no snapshot of this chain.";
    world.answers.head = { number: 9, hash: "0x09", timestamp: 0, isAutomining: false };
    await press("Revert");
    await screen.findByText("There is no snapshot of this chain.");
    await press(await screen.findByRole("button", { name: "Automine on" }).then(words));
    expect(lastAsked("control")).to.deep.equal({ words: ["automine", "on"] });
  });
});
