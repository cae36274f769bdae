import { nouns } from "#protocol/values/noun";

interface MintStepsProps {
  /** Whether the authorization was pasted. */
  isPasted: boolean;
  /** Value of the transaction, such as `0.16 ETH`. */
  total: string;
  /** Step of the purchase. */
  step: string;
}

/** Steps of a purchase, in the order of the rendered ones. */
const purchaseSteps = ["authorizing", "checking", "asking", "sent"];

/** Renders the steps of a mint and their costs. */
export function MintSteps({ isPasted, total, step }: MintStepsProps) {
  const authorization = isPasted
    ? "The one you pasted."
    : "The collection's signer signs this mint. Free.";
  const steps = {
    Authorization: authorization,
    Check: "The mint is simulated on the contract. Free.",
    Wallet: `You confirm ${total} and the network fee.`,
    Confirmation: `The network records that the new ${nouns} are yours.`,
  };
  return (
    <ol className="mint-steps stack" aria-label="Steps of a mint">
      {Object.entries(steps).map(([title, text], index) => (
        <li
          key={title}
          className="box"
          aria-current={purchaseSteps[index] === step ? "step" : undefined}
        >
          <span className="sign">{title}</span>
          <p className="soft">{text}</p>
        </li>
      ))}
    </ol>
  );
}
