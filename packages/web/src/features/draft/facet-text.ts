import { storedValueMask } from '@tendril/contract/api/credentials';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { versionsTexts } from '../../kit/texts/en/versions.ts';
import { say } from '../../kit/texts/texts.ts';
import { inputOf } from './node-facets.ts';

interface Declared {
  name: string;
  label?: string | undefined;
  tabs?: readonly Declared[] | undefined;
}

function declaredLabel(declared: readonly Declared[], name: string): string | undefined {
  for (const input of declared) {
    if (input.name === name) return input.label;
    const inTab = declaredLabel(input.tabs ?? [], name);
    if (inTab !== undefined) return inTab;
  }
  return undefined;
}

const ownNames = {
  label: 'fieldLabel',
  position: 'fieldPosition',
  credential: 'fieldCredential',
  output: 'fieldOutput',
  disabled: 'fieldDisabled',
  pinned: 'fieldPinned',
  shape: 'fieldShape',
} as const;

const isOwn = (facet: string): facet is keyof typeof ownNames => facet in ownNames;

/** What a part of a node is called: a parameter by the label its form shows. */
export function facetName(facet: string, template: NodeTemplate | undefined): string {
  const name = inputOf(facet);
  if (name !== undefined) return declaredLabel((template?.inputs ?? []) as readonly Declared[], name) ?? name;
  if (isOwn(facet)) return say(versionsTexts, ownNames[facet]);
  return facet.slice(facet.indexOf(':') + 1);
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return say(versionsTexts, value ? 'on' : 'off');
  return JSON.stringify(value, null, 2);
}

/** A part's value as words; secrets stay unnamed, ports and places are too much to read. */
export function facetValue(
  facet: string,
  value: unknown,
  secretNames: Readonly<Record<string, string>> = {},
): string {
  if (value === undefined || value === null || value === '') return say(versionsTexts, 'nothing');
  if (value === storedValueMask) return say(versionsTexts, 'hidden');
  if (facet === 'credential') return secretNames[String(value)] ?? say(versionsTexts, 'other');
  if (facet === 'output') return asText((value as Record<string, unknown>)['output'] ?? value);
  if (facet === 'position') {
    const { x, y } = value as { x: number; y: number };
    return `${Math.round(x)}, ${Math.round(y)}`;
  }
  if (facet === 'shape') {
    const { version } = value as { version?: number };
    return version === undefined
      ? say(versionsTexts, 'other')
      : say(versionsTexts, 'version', { number: version });
  }
  return asText(value);
}
