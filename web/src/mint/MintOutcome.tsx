import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../components/Button.tsx";
import { TransactionHash } from "../transactions/TransactionHash.tsx";
import { failureIn, type Message, noResponseMessage } from "./messages.ts";
import type { PurchaseTracker } from "./purchase/PurchaseTracker.ts";
import type { Purchase } from "./purchase/purchase.ts";

interface MintOutcomeProps {
  messages: readonly Message[];
  purchase: Purchase;
  phase: string;
  tracker: Pick<PurchaseTracker, "giveUp" | "dismiss"> | undefined;
}

/** Messages about the mint, below the button. Progress is announced politely, problems assertively. */
export function MintOutcome(props: MintOutcomeProps) {
  const { messages, ...rest } = props;
  const isAlert = ({ tone }: Message) => tone === "alert";
  const { step } = rest.purchase.stage;
  const outcome = useRef<HTMLDivElement>(null);
  // Scrolls the outcome into view if the button is at the bottom of the screen.
  useEffect(() => {
    if (step !== "idle") outcome.current?.scrollIntoView({ block: "nearest" });
  }, [step]);
  const show = (message: Message) => <Notice key={message.about} message={message} {...rest} />;
  return (
    <div ref={outcome} className="mint-form__outcome">
      {/* Announces each message separately. */}
      <div role="status" aria-atomic="false">
        {messages.filter((each) => !isAlert(each)).map(show)}
      </div>
      {messages.some(isAlert) && <div role="alert">{messages.filter(isAlert).map(show)}</div>}
    </div>
  );
}

const classOf = { calm: "", warning: " notice--warning", alert: " notice--alert" };

function Notice({
  message: { about, tone, words },
  ...rest
}: Omit<MintOutcomeProps, "messages"> & { message: Message }) {
  return (
    <div className={`notice${classOf[tone]}`}>
      <p>{words}</p>
      {about === "unanswered" && rest.purchase.stage.step !== "sent" && (
        <Action label="My wallet shows no request" onPress={() => rest.tracker?.dismiss()} />
      )}
      {about === "progress" && <Progress {...rest} />}
      {about === "failure" && <FailureDetails {...rest} />}
    </div>
  );
}

function Progress({
  purchase: { stage },
  tracker,
}: Pick<MintOutcomeProps, "purchase" | "tracker">) {
  if (stage.step === "asking") {
    return (
      <NoAnswer
        key={stage.prompt}
        words={noResponseMessage(stage.order)}
        onStartOver={() => tracker?.giveUp()}
      />
    );
  }
  if (stage.step !== "sent") return null;
  return (
    <>
      <TransactionHash {...stage.sent} />
      {stage.sighting === "missing" && (
        <Action label="Stop waiting" onPress={() => tracker?.giveUp()} />
      )}
    </>
  );
}

/** Time without a wallet response before “Start over” is offered. */
const patienceMilliseconds = 30_000;

function NoAnswer({ words, onStartOver }: { words: string; onStartOver(): void }) {
  const id = useId();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patienceMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <>
      <p id={id}>{words}</p>
      <Action label="Start over" describedBy={id} onPress={onStartOver} />
    </>
  );
}

function FailureDetails({ purchase, phase }: Pick<MintOutcomeProps, "purchase" | "phase">) {
  const failure = failureIn(purchase, phase);
  if (!failure) return null;
  const { revert, sent } = failure;
  return (
    <>
      {revert && (
        <p className="transaction__revert">
          The contract reverted with <code>{revert.title}</code>.
        </p>
      )}
      {sent && <TransactionHash {...sent} />}
    </>
  );
}

function Action({
  label,
  describedBy,
  onPress,
}: {
  label: string;
  describedBy?: string;
  onPress(): void;
}) {
  return (
    <div className="notice__actions">
      <Button isSmall aria-describedby={describedBy} onClick={onPress}>
        {label}
      </Button>
    </div>
  );
}
