import { countIds } from "#sale/phaseRange";
import { type SettingName, saleSettings, settingKind, settingNames } from "#sale/saleSettings";
import { pickSettings } from "#sale/settingCalls";
import { SelectField, TextField } from "../components/Field.tsx";
import { runtimeConfig } from "../env.ts";
import { changeField, draftedPhases, isPaused, type SaleDraft, settingField } from "./saleDraft.ts";
import type { SaleAtBlock } from "./saleQueries.ts";

interface SettingFieldsProps {
  sale: SaleAtBlock;
  draft: SaleDraft;
  errors: ReadonlyMap<string, string>;
  onDraft: (draft: SaleDraft) => void;
}

/** Renders one field per sale setting, with the on-chain value. */
export function SettingFields({ sale, draft, errors, onDraft }: SettingFieldsProps) {
  function fieldOf(name: SettingName) {
    const field = settingField(name);
    const onChain = formatSetting(name, sale);
    const typed = draft.texts[field];
    const change = (text: string) => onDraft(changeField(draft, field, text, onChain));
    const props = {
      label: settingLabel(name),
      value: typed ?? onChain,
      isChanged: typed !== undefined,
      note: typed !== undefined && <p className="small">now {onChain || "(no name)"}</p>,
    };
    const options = listOptions(name, sale, draft);
    return options ? (
      <SelectField key={name} {...props} options={options} onText={change} />
    ) : (
      <TextField
        key={name}
        {...props}
        error={errors.get(field)}
        onText={(text) => change(text.trim())}
      />
    );
  }

  return (
    <section className="stack" aria-labelledby="setting-fields-title">
      <h2 id="setting-fields-title">Other sale settings</h2>
      <div className="setting-fields">{settingNames.map(fieldOf)}</div>
    </section>
  );
}

function formatSetting<Name extends SettingName>(name: Name, { sale }: SaleAtBlock): string {
  return settingKind(name).toText(pickSettings(sale)[name]);
}

function settingLabel(name: SettingName): string {
  const setting = saleSettings[name];
  if (setting.kind === "ether")
    return `${setting.label} in ${runtimeConfig().chain.nativeCurrency.symbol}`;
  return "help" in setting ? `${setting.label} (${setting.help})` : setting.label;
}

/** Returns a select's options; undefined for a setting with a text field. */
function listOptions(
  name: SettingName,
  { sale, phases }: SaleAtBlock,
  draft: SaleDraft,
): (readonly [value: string, label: string])[] | undefined {
  switch (saleSettings[name].kind) {
    case "switch": {
      const pause = [["paused", "on, after a pause"] as const];
      return [["on", "on"], ["off", "off"], ...(isPaused(draft) ? pause : [])];
    }
    case "phase": {
      // Phases with IDs, on chain or drafted, and the current phase.
      const withIds = phases.filter((phase) => countIds(phase) > 0n).map((phase) => phase.name);
      const chosen = draft.texts[settingField(name)] ?? sale.phase.name;
      const drafted = [...draftedPhases(draft), ...draft.names];
      const all = new Set([sale.phase.name, ...withIds, ...drafted, chosen]);
      return [...all].map((phase) => [phase, phase || "(no name)"]);
    }
    default:
      return undefined;
  }
}
