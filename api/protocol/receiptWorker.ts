/** File of the worker in the page that checks receipts; its name contains a hash of its content. */
export const receiptWorkerPath = /^\/assets\/receiptWorker-[\w-]+\.js$/;

/** Hosts that the worker may call without TLS beside the site's own endpoint: the reader's own computer. */
export const loopbackHosts: readonly string[] = ["localhost", "127.0.0.1"];
