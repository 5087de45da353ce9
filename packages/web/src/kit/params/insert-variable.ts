/** The text with `{{name}}` put in at the cursor; braces that were typed to ask for it are taken up. */
export function insertVariable(text: string, cursor: number, name: string): { text: string; cursor: number } {
  const before = text.slice(0, cursor);
  const typed = before.endsWith('{{') ? 2 : 0;
  const start = before.slice(0, before.length - typed);
  const inserted = `{{${name}}}`;
  return { text: start + inserted + text.slice(cursor), cursor: start.length + inserted.length };
}
