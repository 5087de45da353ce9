const blocks = new Set(
  'address article aside blockquote br dd div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul title'.split(
    ' ',
  ),
);
const silent = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object']);
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  copy: '©',
  reg: '®',
  euro: '€',
};

/** The text of an HTML page: tags, scripts and styles left out, blocks on lines of their own. A single pass. */
export function htmlText(html: string): string {
  let text = '';
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const end = open === -1 ? html.length : open;
    if (end > at) text += html.slice(at, end).replace(/\s+/g, ' ');
    if (open === -1) break;
    // Its end is searched only where a tag begins: a page of bare brackets would be scanned again for each.
    if (!beginsTag(html.charCodeAt(open + 1))) {
      text += '<';
      at = open + 1;
      continue;
    }
    at = afterTag(html, open);
    const name = tagName(html, open);
    if (silent.has(name) && html[open + 1] !== '/') at = afterElement(html, name, at);
    if (blocks.has(name)) text += '\n';
  }
  return tidy(decode(text));
}

// A letter, or one of "!", "/" and "?".
function beginsTag(code: number): boolean {
  const letter = code | 32;
  return (letter >= 97 && letter <= 122) || code === 33 || code === 47 || code === 63;
}

function tagName(html: string, open: number): string {
  return /^<\/?([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 40))?.[1]?.toLowerCase() ?? '';
}

function afterTag(html: string, open: number): number {
  const isComment = html.startsWith('<!--', open);
  const end = html.indexOf(isComment ? '-->' : '>', open + 1);
  return end === -1 ? html.length : end + (isComment ? 3 : 1);
}

function afterElement(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}\\b`, 'gi');
  closing.lastIndex = from;
  const found = closing.exec(html);
  return found ? afterTag(html, found.index) : html.length;
}

function decode(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : '';
  });
}

function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.split(/\s+/).filter(Boolean).join(' '));
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
}
