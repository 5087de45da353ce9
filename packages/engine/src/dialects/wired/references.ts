/** `{{question}}`, `{{chat_history}}`, `{{file_attachment}}`. */
interface RequestReference {
  kind: 'request';
  name: 'question' | 'chat_history' | 'file_attachment';
}

/** `{{$vars.name}}` */
interface VariableReference {
  kind: 'variable';
  name: string;
}

/** `{{$flow.chatId}}` */
interface FlowReference {
  kind: 'flow';
  name: string;
}

/** `{{nodeId.data.instance}}`, with a path into the value. */
interface NodeReference {
  kind: 'node';
  nodeId: string;
  path: string[];
}

export type Reference = RequestReference | VariableReference | FlowReference | NodeReference;

const flowReferenceNames = ['chatflowId', 'chatId', 'sessionId', 'apiMessageId'] as const;

const pattern = /\{\{\s*([^{}\s]+)\s*\}\}/g;
const nodePattern = /^([A-Za-z0-9_-]+)\.data\.instance((?:\.[A-Za-z0-9_-]+)*)$/;

/** Parses the text between double braces; undefined for anything that is not a reference and so stays as it is. */
function parseReference(text: string): Reference | undefined {
  if (text === 'question' || text === 'chat_history' || text === 'file_attachment')
    return { kind: 'request', name: text };
  if (text.startsWith('$vars.')) {
    const name = text.slice('$vars.'.length);
    return /^[A-Za-z_]\w*$/.test(name) ? { kind: 'variable', name } : undefined;
  }
  if (text.startsWith('$flow.')) {
    const name = text.slice('$flow.'.length);
    return (flowReferenceNames as readonly string[]).includes(name) ? { kind: 'flow', name } : undefined;
  }
  const node = nodePattern.exec(text);
  return node
    ? { kind: 'node', nodeId: node[1] ?? '', path: (node[2] ?? '').split('.').filter(Boolean) }
    : undefined;
}

/** All references in a text, in order. */
export function findReferences(text: string): Reference[] {
  const found: Reference[] = [];
  for (const match of text.matchAll(pattern)) {
    const reference = parseReference(match[1] ?? '');
    if (reference) found.push(reference);
  }
  return found;
}

/** Replaces the references of a text by their values. One pass: a value that looks like a reference stays text. */
export function replaceReferences(text: string, replace: (reference: Reference) => string): string {
  return text.replace(pattern, (whole, inner: string) => {
    const reference = parseReference(inner);
    return reference ? replace(reference) : whole;
  });
}

/** The reference that a text wholly consists of. */
export function onlyReference(text: string): Reference | undefined {
  const match = /^\s*\{\{\s*([^{}\s]+)\s*\}\}\s*$/.exec(text);
  return match ? parseReference(match[1] ?? '') : undefined;
}
