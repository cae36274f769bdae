import { type ComponentProps, useEffect, useId, useRef, useState } from "react";
import { Button } from "../components/Button.tsx";
import { Notice } from "../components/Notice.tsx";
import { RefusalDetails, TransactionHash } from "../transactions/TransactionNotice.tsx";
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
  const show = (message: Message) => <MintNotice key={message.about} message={message} {...rest} />;
  return (
    <div ref={outcome} className="notices stack">
      {/* Announces each message separately. */}
      <div className="stack" role="status" aria-atomic="false">
        {messages.filter((each) => !isAlert(each)).map(show)}
      </div>
      {messages.some(isAlert) && <div role="alert">{messages.filter(isAlert).map(show)}</div>}
    </div>
  );
}

function MintNotice({
  message: { about, tone, words },
  ...rest
}: Omit<MintOutcomeProps, "messages"> & { message: Message }) {
  const { purchase, tracker } = rest;
  const isOpen = about === "unanswered" && purchase.stage.step !== "sent";
  const actions = isOpen && { "My wallet shows no request": () => tracker?.dismiss() };
  return (
    <Notice tone={tone} role="none" actions={actions}>
      <p>{words}</p>
      {about === "progress" && <Progress {...rest} />}
      {about === "failure" && <FailureDetails {...rest} />}
    </Notice>
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
        <Action label="Stop waiting" onClick={() => tracker?.giveUp()} />
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
      <Action label="Start over" aria-describedby={id} onClick={onStartOver} />
    </>
  );
}

function FailureDetails({ purchase, phase }: Pick<MintOutcomeProps, "purchase" | "phase">) {
  const failure = failureIn(purchase, phase);
  if (!failure) return null;
  return <RefusalDetails {...failure} />;
}

function Action({ label, ...button }: { label: string } & ComponentProps<"button">) {
  return (
    <div className="notice__actions">
      <Button isSmall {...button}>
        {label}
      </Button>
    </div>
  );
}
