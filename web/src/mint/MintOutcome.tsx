import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../components/Button.tsx";
import { Notice } from "../components/Notice.tsx";
import { RefusalDetails, TransactionHash } from "../transactions/TransactionNotice.tsx";
import { failureIn, type Message, noResponseMessage } from "./messages.ts";
import type { PurchaseTracker } from "./purchase/PurchaseTracker.ts";
import type { Order, Purchase } from "./purchase/purchase.ts";

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
  purchase,
  phase,
  tracker,
}: Omit<MintOutcomeProps, "messages"> & { message: Message }) {
  const { stage } = purchase;
  const isSent = stage.step === "sent";
  const giveUp = () => tracker?.giveUp();
  const actions =
    about === "unanswered"
      ? !isSent && { "My wallet shows no request": () => tracker?.dismiss() }
      : about === "progress" &&
        isSent &&
        stage.sighting === "missing" && { "Stop waiting": giveUp };
  const failure = about === "failure" && failureIn(purchase, phase);
  return (
    <Notice tone={tone} role="none" actions={actions}>
      <p>{words}</p>
      {about === "progress" && stage.step === "asking" && (
        <NoAnswer key={stage.prompt} order={stage.order} onStartOver={giveUp} />
      )}
      {about === "progress" && isSent && <TransactionHash {...stage.sent} />}
      {failure && <RefusalDetails {...failure} />}
    </Notice>
  );
}

/** Time without a wallet response before “Start over” is offered. */
const patienceMilliseconds = 30_000;

function NoAnswer({ order, onStartOver }: { order: Order; onStartOver(): void }) {
  const id = useId();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patienceMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <>
      <p id={id}>{noResponseMessage(order)}</p>
      <div className="notice__actions">
        <Button isSmall aria-describedby={id} onClick={onStartOver}>
          Start over
        </Button>
      </div>
    </>
  );
}
