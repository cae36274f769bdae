/** A missing image, whose error handler runs. */
const brokenPicture = `<img src="/nothing" onerror="window.canary = 'img'">`;

/** A hostile story in HTML: code that runs sets `window.canary`. */
export const htmlAttack = [
  "Before.",
  "<script>window.canary = 'script'</script>",
  brokenPicture,
  `<svg onload="window.canary = 'svg'"><script>window.canary = 'svg script'</script></svg>`,
  `<iframe srcdoc="<script>parent.canary = 'iframe'</script>"></iframe>`,
  "<style>main { display: none }</style>",
  `<details open ontoggle="window.canary = 'details'">Toggled</details>`,
  `<input autofocus onfocus="window.canary = 'input'">`,
  `<p style="position: fixed" onpointerenter="window.canary = 'p'">Styled</p>`,
  `Inline <b onclick="window.canary = 'b'">bold</b> and <a href="javascript:window.canary = 'a'">link</a>.`,
  `<form action="javascript:window.canary = 'form'"><button>Send</button></form>`,
  `<object data="/nothing"></object><embed src="/nothing"><base href="https://evil.example/">`,
  `<meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  "After.",
].join("\n\n");

/** Elements that no rendered story contains. */
export const forbiddenElements =
  "script style iframe object embed form base link meta svg input".split(" ");

/** Names of attributes that run code or set styles. */
export const forbiddenAttribute = /^on|^style$|^srcdoc$/;
