const maxCharacters = 200_000;

interface CallResult {
  content?: readonly unknown[] | undefined;
  structuredContent?: unknown;
}

/** A tool's result as the text that a model reads. */
export function callText({ content = [], structuredContent }: CallResult): string {
  const parts = content.map(partText).filter(Boolean);
  const text =
    parts.length === 0 && structuredContent !== undefined
      ? JSON.stringify(structuredContent)
      : parts.join('\n');
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}\n[The rest was left out.]` : text;
}

function partText(part: unknown): string {
  if (typeof part !== 'object' || part === null || !('type' in part)) return '';
  if (part.type === 'text' && 'text' in part) return String(part.text);
  if (part.type === 'resource' && 'resource' in part) return resourceText(part.resource);
  if (part.type === 'resource_link' && 'uri' in part) return String(part.uri);
  const mediaType = 'mimeType' in part ? String(part.mimeType) : '';
  return `[${String(part.type)} ${mediaType}]`.replace(' ]', ']');
}

function resourceText(resource: unknown): string {
  if (typeof resource !== 'object' || resource === null) return '';
  if ('text' in resource) return String(resource.text);
  return 'uri' in resource ? String(resource.uri) : '';
}
