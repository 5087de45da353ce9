/** A label turned into a tool name that every vendor accepts: at most 64 of `[A-Za-z0-9_-]`. */
export function toToolName(label: string, fallback: string): string {
  const name = label
    .trim()
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64);
  return name || fallback;
}
