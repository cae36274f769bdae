import { isIP } from "node:net";
import { resolve } from "node:path";
import { type Address, isHex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { parseAddress } from "#protocol/values/address";

/** Schema for a decimal integer. */
export function integerSchema({ min, max }: { min: number; max: number }) {
  return z
    .string()
    .refine(
      (value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max,
      `must be a whole number from ${min} to ${max}`,
    )
    .transform(Number);
}

/** Schema for a local network address. */
export function listenAddress() {
  return z
    .string()
    .refine(
      (value) => isIP(value) !== 0 || /^[\w.-]*[a-z_][\w.-]*$/i.test(value),
      "must be an IP address or a host name",
    );
}

export function httpUrl() {
  return z
    .string()
    .refine(
      (value) => isOpenUrl(value, ["http:", "https:"]),
      "must be an http or https URL without a password",
    );
}

/** Schema for one or more comma-separated HTTP URLs. */
export function httpUrls() {
  return (
    z
      .string()
      .transform((value) => value.split(",").map((url) => url.trim()))
      .refine(
        (urls) => urls.every((url) => isOpenUrl(url, ["http:", "https:"])),
        "must be an http or https URL without a password, or several, separated by commas",
      )
      .refine((urls) => new Set(urls).size === urls.length, "must not repeat a URL")
      // Safety: `split` returns at least one element.
      .transform((urls) => urls as readonly string[] as readonly [string, ...string[]])
  );
}

/** Schema for an HTTP origin. */
export function httpOrigin() {
  return httpUrl()
    .refine(
      (value) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`,
      "must be an origin such as https://site.example, without a path",
    )
    .transform((value) => new URL(value).origin);
}

/** Schema for a folder URL, such as on an IPFS gateway; adds a trailing slash. */
export function folderUrl() {
  return httpUrl()
    .refine((value) => /^[^?#]+$/.test(value), "must be a folder's URL, without query and fragment")
    .transform((value) => value.replace(/\/?$/, "/"));
}

export function webSocketUrl() {
  return z
    .string()
    .refine(
      (value) => isOpenUrl(value, ["ws:", "wss:"]),
      "must be a ws or wss URL without a password",
    );
}

/** Returns whether a URL has an allowed protocol and no password; `fetch` rejects URLs with a password. */
function isOpenUrl(value: string, protocols: readonly string[]): boolean {
  const url = URL.parse(value);
  return url !== null && protocols.includes(url.protocol) && url.username + url.password === "";
}

export function databaseUrl() {
  return z
    .string()
    .refine(
      (value) => ["postgres:", "postgresql:"].includes(URL.parse(value)?.protocol ?? ""),
      "must be a postgres:// URL",
    );
}

export function folder() {
  return z.string().transform((value) => resolve(value));
}

/** Schema for a size in MiB (1024² bytes); returns bytes. */
export function megabytes(bounds: { min: number; max: number }) {
  return integerSchema(bounds).transform((value) => value * 1024 ** 2);
}

/** Schema for a duration in seconds; returns milliseconds. */
export function seconds(bounds: { min: number; max: number }) {
  return integerSchema(bounds).transform((value) => value * 1_000);
}

/** Parses an address; the result has its EIP-55 checksum. */
export const addressSchema = z.string().transform((text, context): Address => {
  const address = parseAddress(text);
  if (address !== undefined) return address;
  context.addIssue({ code: "custom", message: "must be an address: 0x and 40 hex digits" });
  return z.NEVER;
});

/** Schema that parses a private key into its account; error messages do not contain the key. */
export const signerKeySchema = z.string().transform((text, context): PrivateKeyAccount => {
  const key = text.trim();
  try {
    // Checked here, because viem ignores the first two characters.
    if (isHex(key)) return privateKeyToAccount(key);
  } catch {
    // The key is not 32 bytes, is zero, or is not below the curve's order.
  }
  context.addIssue({ code: "custom", message: "must be a private key: 0x and 64 hex digits" });
  return z.NEVER;
});
