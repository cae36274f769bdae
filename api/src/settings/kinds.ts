import { isIP } from "node:net";
import { resolve } from "node:path";
import { type Address, isHex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { parseAddress } from "#protocol/values/address";

/** Schema of a whole number in decimal digits. */
export function wholeNumber({ min, max }: { min: number; max: number }) {
  return z
    .string()
    .refine(
      (value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max,
      `must be a whole number from ${min} to ${max}`,
    )
    .transform(Number);
}

/** Schema of a local network address. */
export function listenAddress() {
  return z
    .string()
    .refine(
      (value) => isIP(value) !== 0 || /^[\w.-]*[a-z_][\w.-]*$/i.test(value),
      "must be an IP address or the name of a host",
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

/** Schema of comma-separated HTTP URLs, at least one. */
export function httpUrls() {
  return (
    z
      .string()
      .transform((value) => value.split(",").map((url) => url.trim()))
      .refine(
        (urls) => urls.every((url) => isOpenUrl(url, ["http:", "https:"])),
        "must be an http or https URL without a password, or several, separated by commas",
      )
      .refine((urls) => new Set(urls).size === urls.length, "must not have the same URL twice")
      // Safety: `split` returns at least one element.
      .transform((urls) => urls as readonly string[] as readonly [string, ...string[]])
  );
}

/** Schema of an HTTP origin. */
export function httpOrigin() {
  return httpUrl()
    .refine(
      (value) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`,
      "must be an origin such as https://site.example, without a path",
    )
    .transform((value) => new URL(value).origin);
}

/** Schema of an IPFS gateway URL; adds a trailing slash. */
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

/** Returns whether browsers can use it: fetch rejects a URL with a password. */
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

/** Schema of a size in megabytes of 1024² bytes (MiB); returns bytes. */
export function megabytes(bounds: { min: number; max: number }) {
  return wholeNumber(bounds).transform((value) => value * 1024 ** 2);
}

/** Schema of a duration in seconds; returns milliseconds. */
export function seconds(bounds: { min: number; max: number }) {
  return wholeNumber(bounds).transform((value) => value * 1_000);
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
    // viem ignores the first two characters.
    if (isHex(key)) return privateKeyToAccount(key);
  } catch {
    // The key is not 32 bytes, is zero, or is not below the curve's order.
  }
  context.addIssue({ code: "custom", message: "must be a private key: 0x and 64 hex digits" });
  return z.NEVER;
});
