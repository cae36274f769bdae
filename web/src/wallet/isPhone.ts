/** Whether the page is shown on a phone or tablet, where wallets are apps beside the browser. */
export function isPhone(): boolean {
  const isTouchMac = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return isTouchMac || /Android|iPhone|iPad|iPod/i.test(navigator.userAgent);
}
