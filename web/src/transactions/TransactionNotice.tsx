import { useEffect, useId, useRef, useState } from "react";
import type { Hex } from "viem";
import { explorerPage } from "../chain/explorerPage.ts";
import { Button } from "../components/Button.tsx";
import { Notice } from "../components/Notice.tsx";
import type { Message } from "./messages.ts";
import type { TransactionTracker } from "./TransactionTracker.ts";
import type { Transaction } from "./transaction.ts";

interface TransactionNoticeProps {
  messages: readonly Message[];
  transaction: Transaction;
  tracker: Pick<TransactionTracker, "giveUp" | "dismiss"> | undefined;
}

/** Renders messages about a transaction below the button. Announces progress politely and problems assertively. */
export function TransactionNotice({ messages, ...rest }: TransactionNoticeProps) {
  const isAlert = ({ tone }: Message) => tone === "alert";
  const { step } = rest.transaction.stage;
  const notice = useRef<HTMLDivElement>(null);
  // Scrolls the outcome into view if the button is at the bottom of the screen.
  useEffect(() => {
    if (step !== "idle" && step !== "confirmed")
      notice.current?.scrollIntoView({ block: "nearest" });
  }, [step]);
  const show = (message: Message) => (
    <MessageNotice key={message.about} message={message} {...rest} />
  );
  return (
    <div ref={notice} className="notices stack">
      {/* Screen readers announce each message separately. */}
      <div className="stack" role="status" aria-atomic="false">
        {messages.filter((each) => !isAlert(each)).map(show)}
      </div>
      {messages.some(isAlert) && <div role="alert">{messages.filter(isAlert).map(show)}</div>}
    </div>
  );
}

function MessageNotice({
  message: { about, tone, text, ifLate },
  transaction: { stage },
  tracker,
}: Omit<TransactionNoticeProps, "messages"> & { message: Message }) {
  const giveUp = () => tracker?.giveUp();
  const sent = stage.step === "sent" ? stage : undefined;
  const failure = about === "failure" && stage.step === "failed" ? stage.failure : undefined;
  const shown = about === "progress" ? sent?.sent : failure?.sent;
  const actions =
    about === "unanswered"
      ? !sent && { "My wallet shows no request": () => tracker?.dismiss() }
      : about === "progress" && sent?.sighting === "missing" && { "Stop waiting": giveUp };
  return (
    <Notice tone={tone} role="none" actions={actions}>
      <p>{text}</p>
      {stage.step === "prompting" && ifLate && (
        <NoResponse key={stage.prompt} message={ifLate} onStartOver={giveUp} />
      )}
      {failure?.revert && (
        <p>
          The contract rejected it (<code>{failure.revert.title}</code>).
        </p>
      )}
      {shown && <TransactionHash {...shown} />}
    </Notice>
  );
}

/** Time without a wallet response before “Start over” appears. */
const walletTimeoutMilliseconds = 30_000;

function NoResponse({ message, onStartOver }: { message: string; onStartOver(): void }) {
  const id = useId();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), walletTimeoutMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <>
      <p id={id}>{message}</p>
      <div className="notice__actions">
        <Button isSmall aria-describedby={id} onClick={onStartOver}>
          Start over
        </Button>
      </div>
    </>
  );
}

/** Renders a transaction's hash, linked to the block explorer if there is one. */
export function TransactionHash({ hash }: { hash: Hex }) {
  const explorer = explorerPage(`tx/${hash}`);
  return (
    <p className="small">
      Transaction <code>{hash}</code>
      {explorer && (
        <>
          {" "}
          <a href={explorer.url} target="_blank" rel="noopener">
            See it on {explorer.name}
          </a>
        </>
      )}
    </p>
  );
}
