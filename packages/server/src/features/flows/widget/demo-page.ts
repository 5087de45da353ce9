import type { WidgetDemoQuery } from '@tendril/contract/api/widget';

const style = `
:root { color-scheme: light; --background: #ffffff; --text: #20242c; --quiet: #646b78; --block: #eef0f4; }
:root[data-theme="dark"] { color-scheme: dark; --background: #14161b; --text: #e6e8ee; --quiet: #9aa1ae; --block: #22252d; }
@media (prefers-color-scheme: dark) {
  :root[data-theme="auto"] { color-scheme: dark; --background: #14161b; --text: #e6e8ee; --quiet: #9aa1ae; --block: #22252d; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--background); color: var(--text); font: 16px/1.6 system-ui, sans-serif; }
.top { display: flex; gap: 28px; align-items: center; padding: 18px 32px; border-bottom: 1px solid var(--block); }
.top strong { margin-inline-end: auto; font-size: 17px; }
.top span { color: var(--quiet); font-size: 14px; }
main { max-width: 960px; margin: 0 auto; padding: 40px 32px 64px; }
h1 { margin: 0 0 8px; font-size: 30px; line-height: 1.25; }
p { margin: 0 0 28px; max-width: 60ch; color: var(--quiet); }
.blocks { display: grid; grid-template-columns: repeat(3, 1fr); gap: 20px; }
.blocks i { height: 150px; border-radius: 10px; background: var(--block); }
tendril-chat { --tendril-height: min(600px, 78vh); }
@media (max-width: 599px) {
  .top { padding: 14px 16px; } .top span { display: none; } main { padding: 24px 16px 48px; }
  .blocks { grid-template-columns: 1fr; }
}
`;

/** A neutral page with the chat of a flow on it. Its style sheet is inline, under `nonce`. */
export function drawDemoPage(flowId: string, query: WidgetDemoQuery, nonce: string): string {
  const { mode, theme, side, heading, color, open } = query;
  const attributes = {
    flow: flowId,
    mode,
    theme,
    side,
    heading,
    color,
    open: open === 'true' ? '' : undefined,
  };
  const chat = `<tendril-chat${Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeText(value)}"`))
    .join('')}></tendril-chat>`;
  const blocks = '<div class="blocks"><i></i><i></i><i></i><i></i><i></i><i></i></div>';
  return `<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sample page</title>
<style nonce="${nonce}">${style}</style>
<script type="module" src="/widget.js"></script>
</head>
<body>
${mode === 'page' ? chat : `${page(mode === 'panel' ? chat : blocks)}${mode === 'bubble' ? chat : ''}`}
</body>
</html>
`;
}

const page = (
  content: string,
) => `<nav class="top" aria-label="Sample"><strong>Sample page</strong><span>Products</span><span>About us</span><span>Contact</span></nav>
<main><h1>This could be your site</h1><p>The chat is the real one: it answers as your visitors will see it.</p>${content}</main>
`;

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
