import { type FormEvent, useId, useRef, useState } from "react";
import { parseRpcEndpoint } from "./rpcEndpoint.ts";

interface EndpointFormProps {
  /** URL of the site's own endpoint. */
  initial: string;
  isChecking: boolean;
  /** Called with the URL of the endpoint that the reader has entered. */
  onCheck: (url: string) => void;
  onStop: () => void;
}

/** A field for the RPC endpoint with which to check, and the buttons that start and stop the check. */
export function EndpointForm({ initial, isChecking, onCheck, onStop }: EndpointFormProps) {
  const id = useId();
  const [address, setAddress] = useState(initial);
  const [issue, setIssue] = useState<string>();
  const check = useRef<HTMLButtonElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    // Keeps the configured URL as it is.
    const endpoint = address === initial ? { url: initial } : parseRpcEndpoint(address, initial);
    setIssue("issue" in endpoint ? endpoint.issue : undefined);
    if ("url" in endpoint) onCheck(endpoint.url);
  }

  function stop() {
    // The focus would be lost with the button.
    check.current?.focus();
    onStop();
  }

  return (
    <form className="receipt__endpoint" noValidate onSubmit={submit}>
      <div className="field">
        <label className="eyebrow" htmlFor={id}>
          RPC endpoint
        </label>
        <input
          id={id}
          type="url"
          autoComplete="off"
          spellCheck={false}
          value={address}
          aria-invalid={issue !== undefined}
          aria-describedby={issue === undefined ? `${id}-about` : `${id}-issue ${id}-about`}
          onChange={(event) => {
            setAddress(event.target.value);
            setIssue(undefined);
          }}
        />
      </div>
      <button ref={check} type="submit" className="button button--small">
        Check
      </button>
      {isChecking && (
        <button type="button" className="button button--small" onClick={stop}>
          Stop
        </button>
      )}
      {issue !== undefined && (
        <p id={`${id}-issue`} className="receipt__issue" role="alert">
          {issue}
        </p>
      )}
      <p id={`${id}-about`} className="receipt__about">
        Only a node can tell who owned the drifter. Enter your own node's address so that you don't
        have to trust this site's; your browser calls it directly and doesn't store the address.
      </p>
    </form>
  );
}
