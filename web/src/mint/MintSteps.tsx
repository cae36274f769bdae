import type { Purchase } from "./purchase/purchase.ts";
import "./MintSteps.css";

interface MintStepsProps {
  purchase: Purchase;
  /** Whether the authorisation was pasted. */
  isPasted: boolean;
  /** Value of the transaction, such as `0.16 ETH`. */
  total: string;
}

type Progress = "to come" | "now" | "done" | "failed";

/** The steps of a mint and its progress. */
export function MintSteps(props: MintStepsProps) {
  const { isPasted, total } = props;
  const steps = [
    {
      title: "Authorisation",
      text: isPasted ? "The one you pasted." : "The collection's signer signs this mint. Free.",
    },
    { title: "Check", text: "The mint is simulated on the contract. Free." },
    { title: "Wallet", text: `You confirm ${total} and the network's fee.` },
    { title: "Confirmation", text: "The network records that the new drifters are yours." },
  ];
  const progress = progressOf(props);
  return (
    <ol className="mint-steps stack" aria-label="Steps of a mint">
      {steps.map(({ title, text }, index) => (
        <li
          key={title}
          data-progress={progress[index]}
          aria-current={progress[index] === "now" ? "step" : undefined}
        >
          <span className="sign">
            {title} <span className="eyebrow">{wordFor[progress[index] ?? "to come"]}</span>
          </span>
          <span className="soft">{text}</span>
        </li>
      ))}
    </ol>
  );
}

const wordFor = { "to come": "", now: "now", done: "done", failed: "stopped here" };

function progressOf({ purchase: { stage } }: MintStepsProps): Progress[] {
  switch (stage.step) {
    case "idle":
      return upTo(0, "to come");
    case "confirmed":
      return upTo(3, "done");
    case "failed":
      return upTo(stepAsking[stage.failure.failedAt], "failed");
    default:
      return upTo(stepNow[stage.step], "now");
  }
}

const stepNow = { authorising: 0, checking: 1, asking: 2, sent: 3 };
/** Index of the step at which each party is asked. */
const stepAsking = { service: 0, contract: 1, wallet: 2, chain: 3 };

/** Marks the steps before `current` as done and those after it as to come. */
function upTo(current: number, progress: Progress): Progress[] {
  return [0, 1, 2, 3].map((step) =>
    step === current ? progress : step < current ? "done" : "to come",
  );
}
