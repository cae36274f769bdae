import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** A self-signed certificate for localhost, and its key. */
export interface Certificate {
  certificatePath: string;
  keyPath: string;
  /** The certificate, for clients to trust. */
  pem: string;
}

/** Creates a certificate in `folder`, valid for a day. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const [certificatePath, keyPath] = [join(folder, "localhost.pem"), join(folder, "localhost.key")];
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const files = ["-noenc", "-keyout", keyPath, "-out", certificatePath];
  const content = [
    "-days",
    "1",
    "-subj",
    "/CN=localhost",
    "-addext",
    "subjectAltName=DNS:localhost",
  ];
  await promisify(execFile)("openssl", [...request, ...files, ...content]);
  return { certificatePath, keyPath, pem: await readFile(certificatePath, "utf8") };
}
