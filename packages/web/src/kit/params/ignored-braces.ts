/** A part of a text: as it is, or a brace that is no variable because a colon stands in it. */
export interface TextPart {
  text: string;
  isIgnored: boolean;
}

/** Double braces are references; single ones without a brace inside are places of a prompt. */
const single = /(?<!\{)\{([^{}]*)\}(?!\})/g;

/** Cuts a text at the single braces that are left as they are. */
export function markIgnoredBraces(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(single)) {
    if (!match[1]?.includes(':')) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isIgnored: false });
    parts.push({ text: match[0], isIgnored: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isIgnored: false });
  return parts;
}
