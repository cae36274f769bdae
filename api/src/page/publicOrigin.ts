import type { Request } from "express";

// A name, an IPv4 or a bracketed IPv6 address, with an optional port. Allows no character that ends an attribute.
const hostForm = /^([a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;

/**
 * Returns the service's public origin: `PUBLIC_URL`, or else the request's host. `X-Forwarded-Host` is ignored,
 * because a proxy that does not set it forwards the client's. `X-Forwarded-Proto` counts only if `TRUST_PROXY`
 * allows it.
 */
export function publicOrigin(
  request: Pick<Request, "protocol" | "headers">,
  publicUrl: string | undefined,
): string | undefined {
  if (publicUrl !== undefined) return publicUrl;
  const { protocol, headers } = request;
  const isUsable = /^https?$/.test(protocol) && hostForm.test(headers.host ?? "");
  return isUsable ? URL.parse(`${protocol}://${headers.host}`)?.origin : undefined;
}
