import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "../components/Button.tsx";
import { CopyButton } from "../components/CopyButton.tsx";
import { SelectField, TextField } from "../components/Field.tsx";
import { addressWithChoices, type Choice, isFromLink } from "./choice.ts";
import { faultPoints, presets } from "./faults.ts";
import { useFaultCount } from "./useFaultCount.ts";
import { modeNames, walletMode, walletModes } from "./walletMode.ts";

/** Renders switches that simulate wallet and network faults, to show every error message. */
export function Switches() {
  const queryClient = useQueryClient();
  const mode = useSyncExternalStore(walletMode.subscribe, walletMode.read);
  const faultCount = useFaultCount();
  const [wanted, setWanted] = useState("");
  const refetchAll = () => void queryClient.resetQueries();
  // The server rendered the page without the faults of the link.
  useEffect(() => {
    if (isFromLink) void queryClient.resetQueries();
  }, [queryClient]);

  function applyPreset(choose: (typeof presets)[string]) {
    for (const point of faultPoints) point.chosen.choose(choose(point));
    refetchAll();
  }

  function clearAll() {
    walletMode.choose("obeys");
    for (const { chosen } of faultPoints) chosen.choose("");
    // Does not reset cached data, which would close an open editor.
    void queryClient.invalidateQueries();
  }

  const switches: SwitchProps<string>[] = [
    {
      title: "The dev wallet",
      options: modeNames.map((each) => [each, walletModes[each].label]),
      // Safety: the select offers only these values.
      choice: walletMode as Choice<string>,
      shows: walletModes[mode].shows,
    },
    ...faultPoints.map(({ title, shows, isRead, faults, chosen }) => ({
      title,
      options: [
        ["", "works"] as const,
        ...Object.entries(faults).map(([id, { label }]) => [id, label] as const),
      ],
      choice: chosen,
      shows,
      ...(isRead && { onChange: refetchAll }),
    })),
  ];
  const shown = switches.filter(({ title, options }) =>
    [title, ...options.map(([, label]) => label)]
      .join("\n")
      .toLowerCase()
      .includes(wanted.trim().toLowerCase()),
  );
  const address = addressWithChoices();
  return (
    <section className="stack" aria-labelledby="dev-switches-title">
      <h3 id="dev-switches-title">Simulated faults</h3>
      <p className="row">
        {Object.entries(presets).map(([label, choose]) => (
          <Button key={label} isSmall onClick={() => applyPreset(choose)}>
            {label}
          </Button>
        ))}
      </p>
      <p className="row">
        <Button isSmall onClick={clearAll} disabled={faultCount === 0}>
          Clear all
        </Button>
        <CopyButton key={address} text={address} label="Copy a link with these faults" />
      </p>
      <TextField label="Search faults" type="search" value={wanted} onText={setWanted} />
      {shown.length === 0 && <p className="small">No fault matches. Search for another word.</p>}
      {shown.map((each) => (
        <Switch key={each.title} {...each} />
      ))}
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
