import { Link } from "react-router-dom";
import { formatPersonName } from "#protocol/wire/formatPersonName";
import { ownerPagePath } from "#protocol/wire/pages";
import type { PersonName } from "#protocol/wire/responses";
import { shortAddress } from "../chain/shortAddress.ts";

interface PersonProps {
  address: string;
  /** The address's ENS name; absent if it has none or the service does not know it yet. */
  name?: PersonName | undefined;
}

/** Renders an owner or author by name, otherwise by address, with a link to the wallet's page. */
export function Person({ address, name }: PersonProps) {
  return (
    <Link to={ownerPagePath(address)} title={address}>
      <PersonLabel address={address} name={name} />
    </Link>
  );
}

/** Renders an owner's or author's name, otherwise the short address. */
export function PersonLabel({ address, name }: PersonProps) {
  if (!name) return shortAddress(address);
  return (
    <>
      <bdi>{name.name}</bdi>
      {name.note && ` (${name.note})`}
    </>
  );
}

/** Formats an owner's or author's name, otherwise the short address, as plain text. */
export function formatPerson(address: string, name: PersonName | undefined): string {
  return name ? formatPersonName(name) : shortAddress(address);
}
