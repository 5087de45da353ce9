import type { TemplateCard, TemplatePicture } from '@tendril/contract/api/template-gallery';
import type { FlowData, FlowType } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { FlowTemplateTable } from '../../../platform/db/schema.ts';
import type { BuiltIn } from './built-in-templates.ts';
import { pictureOf, usesDemo } from './flow-facts.ts';

/** A template of the catalogue as the gallery shows it. */
export function builtInCard({ id, template, flow }: BuiltIn, keys: string[]): TemplateCard {
  const { title: name, text, type, useCases } = template;
  const drawn = flow();
  return {
    id,
    isOwn: false,
    name,
    text,
    type,
    badge: '',
    useCases: [...useCases],
    keys,
    isDemo: keys.length === 0 && usesDemo(drawn),
    picture: pictureOf(drawn),
    createdAt: null,
  };
}

export type TemplateRow = Omit<FlowTemplateTable, 'flowData'>;

/** A custom template as the gallery shows it; `flow` is its graph, if it was read. */
export function ownCard(row: TemplateRow, flow: FlowData | undefined, keys: string[]): TemplateCard {
  const stored = row.picture === null ? null : (JSON.parse(row.picture) as TemplatePicture);
  return {
    id: row.id,
    isOwn: true,
    name: row.name,
    text: row.description,
    type: row.type as FlowType | 'TOOL',
    badge: row.badge,
    useCases: JSON.parse(row.usecases) as string[],
    keys,
    isDemo: keys.length === 0 && (JSON.parse(row.nodeNames) as string[]).includes('demoModel'),
    picture: stored ?? (flow ? pictureOf(flow) : null),
    createdAt: row.createdAt,
  };
}

/** A card from the columns that lists read: which nodes it has, without their graph. */
export async function cardOfRow(
  row: TemplateRow,
  findTemplate: (name: string) => Promise<NodeTemplate | undefined>,
): Promise<TemplateCard> {
  const names = JSON.parse(row.nodeNames) as string[];
  const credentials = await Promise.all(names.map(async (name) => (await findTemplate(name))?.credential));
  const keys = credentials.flatMap((one) => (one && !one.optional ? (one.credentialNames?.[0] ?? []) : []));
  return ownCard(row, undefined, [...new Set(keys)]);
}
