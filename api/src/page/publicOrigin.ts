import type { Request } from "express";

// A name, an IPv4 or a bracketed IPv6 address, and a port: nothing that could end an attribute or a host.
const hostForm = /^([a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;

/**
 * The origin under which a visitor reaches the service: `PUBLIC_URL`, else what the request says.
 * `X-Forwarded-Host` is not asked: a proxy that does not set it passes on a client's. The scheme
 * is what `TRUST_PROXY` lets believe.
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
