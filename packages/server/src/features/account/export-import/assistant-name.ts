/** The name in an assistant's details. */
export function assistantName(details: string): string {
  const { name } = JSON.parse(details) as { name?: unknown };
  return typeof name === 'string' && name.trim() ? name.trim().slice(0, 200) : 'Assistant';
}

/** The same details under another name. */
export function renameAssistant(details: string, name: string): string {
  return JSON.stringify({ ...(JSON.parse(details) as object), name });
}
