import { useQueryClient } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { Button } from "../components/Button.tsx";
import { requireMessage } from "../narrative/draft.ts";
import { faultPoints } from "./faults.ts";
import { Select } from "./Select.tsx";
import { type WalletMode, walletMode, walletModes } from "./walletMode.ts";

// Safety: an object literal's own keys.
const modes = Object.keys(walletModes) as WalletMode[];

/** Switches that simulate wallet and network faults, so that every error message can be seen. */
export function Switches() {
  const queryClient = useQueryClient();
  const mode = useSyncExternalStore(walletMode.subscribe, walletMode.read);
  const askAgain = () => void queryClient.resetQueries();

  function clearAll() {
    walletMode.choose("obeys");
    for (const { chosen } of faultPoints) chosen.choose("");
    askAgain();
  }

  return (
    <section aria-labelledby="dev-switches-title">
      <h3 id="dev-switches-title">Simulated faults</h3>
      <Select
        title="The dev wallet"
        options={modes.map((each) => [each, walletModes[each].label] as const)}
        choice={walletMode}
        hint={walletModes[mode].shows}
      />
      {faultPoints.map(({ title, shows, isRead, faults, chosen }) => (
        <Select
          key={title}
          title={title}
          options={[
            ["", "works"],
            ...Object.entries(faults).map(([id, { label }]) => [id, label] as const),
          ]}
          choice={chosen}
          hint={shows}
          {...(isRead && { onChange: askAgain })}
        />
      ))}
      <Button onClick={clearAll}>Clear all</Button>
      <UnsignableRequest />
    </section>
  );
}

/** Triggers the one error of the catalogue that the page otherwise prevents. */
function UnsignableRequest() {
  const [words, setWords] = useState("");

  function signNothing() {
    try {
      requireMessage({ message: undefined });
    } catch (error) {
      setWords(String(error));
    }
  }

  return (
    <p>
      <Button isSmall onClick={signNothing}>
        Sign without a message
      </Button>{" "}
      <output>{words}</output>
    </p>
  );
}
