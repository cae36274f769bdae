import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { Button } from "../components/Button.tsx";
import { SelectField } from "../components/Field.tsx";
import type { Choice } from "./choice.ts";
import { faultPoints } from "./faults.ts";
import { modeNames, walletMode, walletModes } from "./walletMode.ts";

/** Renders switches that simulate wallet and network faults, to show every error message. */
export function Switches() {
  const queryClient = useQueryClient();
  const mode = useSyncExternalStore(walletMode.subscribe, walletMode.read);
  const refetchAll = () => void queryClient.resetQueries();

  function clearAll() {
    walletMode.choose("obeys");
    for (const { chosen } of faultPoints) chosen.choose("");
    // Does not reset cached data, which would close an open editor.
    void queryClient.invalidateQueries();
  }

  return (
    <section className="stack" aria-labelledby="dev-switches-title">
      <h3 id="dev-switches-title">Simulated faults</h3>
      <Switch
        title="The dev wallet"
        options={modeNames.map((each) => [each, walletModes[each].label])}
        choice={walletMode}
        shows={walletModes[mode].shows}
      />
      {faultPoints.map(({ title, shows, isRead, faults, chosen }) => (
        <Switch
          key={title}
          title={title}
          options={[
            ["", "works"],
            ...Object.entries(faults).map(([id, { label }]) => [id, label] as const),
          ]}
          choice={chosen}
          shows={shows}
          onChange={isRead ? refetchAll : () => {}}
        />
      ))}
      <Button onClick={clearAll}>Clear all</Button>
    </section>
  );
}

interface SwitchProps<Value extends string> {
  title: string;
  options: readonly (readonly [value: Value, label: string])[];
  choice: Choice<Value>;
  /** Expected app behavior while any option but the first is selected. */
  shows: string;
  onChange?: () => void;
}

function Switch<Value extends string>(props: SwitchProps<Value>) {
  const { title, options, choice, shows, onChange } = props;
  const value = useSyncExternalStore(choice.subscribe, choice.read);
  const isChanged = value !== options[0]?.[0];
  return (
    <SelectField
      label={title}
      options={options}
      value={value}
      isChanged={isChanged}
      note={isChanged && <p className="small">Expected: {shows}</p>}
      onText={(text) => {
        // Safety: the select offers only these values.
        choice.choose(text as Value);
        onChange?.();
      }}
    />
  );
}
