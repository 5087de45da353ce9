import { stringify } from 'yaml';

/** What a template of the chart is rendered with, as Helm names it. */
interface ChartValues {
  Values: object;
  Release: { Name: string };
  Chart: { AppVersion: string };
}

type Scope = Readonly<Record<string, unknown>>;
type Piece = { text: string } | { action: string };

interface Block {
  action: string;
  inner: (string | Block)[];
  otherwise?: (string | Block)[];
}

/**
 * Renders a template of the chart: the part of Go's templates that it keeps to. What else it holds is an error, so that
 * the chart stays within what is checked here.
 */
export function renderChart(template: string, root: ChartValues): string {
  const pieces = splitPieces(template);
  const { nodes, rest } = parseBlocks(pieces, 0);
  if (rest !== pieces.length) throw new Error('An end without a beginning');
  return renderAll(nodes, { $: root, '.': root });
}

/** Texts and actions; a dash takes the white space on its side away. */
function splitPieces(template: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let isTrimmed = false;
  const addText = (text: string, trimsEnd: boolean) => {
    const begun = isTrimmed ? text.trimStart() : text;
    pieces.push({ text: trimsEnd ? begun.trimEnd() : begun });
  };
  for (const match of template.matchAll(/\{\{(-)? ?(.*?) ?(-)?\}\}/g)) {
    addText(template.slice(from, match.index), match[1] !== undefined);
    pieces.push({ action: match[2]?.trim() ?? '' });
    from = match.index + match[0].length;
    isTrimmed = match[3] !== undefined;
  }
  addText(template.slice(from), false);
  return pieces;
}

function parseBlocks(pieces: readonly Piece[], from: number): { nodes: (string | Block)[]; rest: number } {
  const nodes: (string | Block)[] = [];
  let at = from;
  for (let piece = pieces[at]; piece; piece = pieces[at]) {
    if ('text' in piece) nodes.push(piece.text);
    else if (piece.action === 'end' || piece.action === 'else') return { nodes, rest: at };
    else if (/^(if|range) /.test(piece.action)) {
      const inner = parseBlocks(pieces, at + 1);
      const block: Block = { action: piece.action, inner: inner.nodes };
      at = inner.rest;
      if (isAction(pieces[at], 'else')) {
        const otherwise = parseBlocks(pieces, at + 1);
        block.otherwise = otherwise.nodes;
        at = otherwise.rest;
      }
      if (!isAction(pieces[at], 'end')) throw new Error(`No end of "${piece.action}"`);
      nodes.push(block);
    } else nodes.push({ action: piece.action, inner: [] });
    at += 1;
  }
  return { nodes, rest: at };
}

const isAction = (piece: Piece | undefined, action: string) =>
  piece !== undefined && 'action' in piece && piece.action === action;

/** Variables that are set hold for what follows in the same block. */
function renderAll(nodes: readonly (string | Block)[], scope: Scope): string {
  const inside: Record<string, unknown> = { ...scope };
  return nodes
    .map((node) => {
      const set = typeof node === 'string' ? null : /^(\$\w+) := (.+)$/.exec(node.action);
      if (!set) return renderNode(node, inside);
      inside[set[1] ?? ''] = evaluate(set[2] ?? '', inside);
      return '';
    })
    .join('');
}

function renderNode(node: string | Block, scope: Scope): string {
  if (typeof node === 'string') return node;
  const { action, inner, otherwise = [] } = node;
  if (action.startsWith('if '))
    return renderAll(isTrue(evaluate(action.slice(3), scope)) ? inner : otherwise, scope);
  if (action.startsWith('range ')) return renderRange(action, inner, scope);
  const value = evaluate(action, scope);
  if (value === undefined) throw new Error(`Nothing is known of "${action}"`);
  return String(value);
}

function renderRange(action: string, inner: readonly (string | Block)[], scope: Scope): string {
  const match = /^range (?:(\$\w+), )?(\$\w+) := (.+)$/.exec(action);
  if (!match) throw new Error(`Not rendered here: "${action}"`);
  const [, key, name = '', source = ''] = match;
  // As Go has it: lists in their order, maps by their keys.
  const all = evaluate(source, scope) as Record<string, unknown> | unknown[];
  const entries = Array.isArray(all)
    ? all.map((value, index) => [String(index), value] as const)
    : Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries
    .map(([index, value]) => renderAll(inner, { ...scope, ...(key && { [key]: index }), [name]: value }))
    .join('');
}

/** As Go has it: empty is false. */
function isTrue(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

const functions: Readonly<Record<string, (...given: unknown[]) => unknown>> = {
  default: (otherwise, value) => (isTrue(value) ? value : otherwise),
  dict: () => ({}),
  eq: (left, right) => left === right,
  index: (from, key) => (from as Record<string, unknown>)[String(key)],
  list: (...items) => items,
  nindent: (count, text) => `\n${String(text).replaceAll(/^/gm, ' '.repeat(Number(count)))}`,
  required: (words, value) => {
    if (isTrue(value)) return value;
    throw new Error(String(words));
  },
  quote: (value) => JSON.stringify(String(value ?? '')),
  toYaml: (value) => stringify(value).trimEnd(),
};

/** A pipeline: each part gets the result of the one before as its last argument. */
function evaluate(pipeline: string, scope: Scope): unknown {
  let result: unknown[] = [];
  for (const part of pipeline.split(' | ')) {
    const [first = '', ...words] = part.match(/"[^"]*"|\S+/g) ?? [];
    const call = functions[first];
    if (call) result = [call(...words.map((word) => read(word, scope)), ...result)];
    else if (words.length === 0 && result.length === 0) result = [read(first, scope)];
    else throw new Error(`Not rendered here: "${part}"`);
  }
  return result[0];
}

function read(word: string, scope: Scope): unknown {
  if (word.startsWith('"') || /^\d+$/.test(word)) return JSON.parse(word);
  if (functions[word]) return functions[word]();
  const [, start = '', path = ''] = /^(\$\w*|)((?:\.\w+)*)$/.exec(word) ?? [];
  if (start === '' && path === '') throw new Error(`Not rendered here: "${word}"`);
  let value: unknown = scope[start === '' ? '.' : start];
  for (const name of path.split('.').slice(1)) value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
}
