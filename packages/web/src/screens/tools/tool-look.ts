/** A colour that a tool may have: what is stored, and the token that draws it in both themes. */
interface ToolColour {
  name: string;
  stored: string;
  drawn: string;
}

export const toolColours: readonly ToolColour[] = [
  { name: 'pink', stored: '#a8327a', drawn: 'var(--tools)' },
  { name: 'green', stored: '#0b7a49', drawn: 'var(--chat-models)' },
  { name: 'violet', stored: '#6b3fc4', drawn: 'var(--agents)' },
  { name: 'blue', stored: '#1d64c8', drawn: 'var(--vector-stores)' },
  { name: 'cyan', stored: '#0e7490', drawn: 'var(--embeddings)' },
  { name: 'orange', stored: '#9a4d00', drawn: 'var(--document-loaders)' },
  { name: 'olive', stored: '#5b6b00', drawn: 'var(--memory)' },
  { name: 'red', stored: '#b3261e', drawn: 'var(--error)' },
];

const firstColour = /#[0-9a-f]{6}\b|#[0-9a-f]{3}\b|rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)/i;

/** The colour that draws a tool: a known one, the first of a gradient from another builder, or pink. */
export function toolColour(stored: string): string {
  const known = toolColours.find((colour) => colour.stored === stored.toLowerCase());
  const [fallback] = toolColours;
  // Nothing else of the text may reach a style.
  return known?.drawn ?? firstColour.exec(stored)?.[0] ?? fallback?.drawn ?? 'var(--tools)';
}
