/**
 * Names of the single-brace placeholders in a prompt, once each, in order of first appearance. `{{...}}`, empty braces
 * and braces with a colon inside are left out.
 */
export function promptVariables(prompt: string): string[] {
  const names = new Set<string>();
  for (const match of prompt.matchAll(/(?<!\{)(\{*)\{([^{}]*)\}(\}*)/g)) {
    if (match[1] || match[3]) continue;
    const name = (match[2] ?? '').trim();
    if (name && !name.includes(':')) names.add(name);
  }
  return [...names];
}
