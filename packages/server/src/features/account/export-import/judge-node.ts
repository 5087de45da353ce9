import type { ImportNote } from '@tendril/contract/api/import-finding';
import type { FlowNode } from '@tendril/contract/flow/flow';
import type { NodeTemplate, TemplateInput } from '@tendril/contract/node/node-template';
import { isVisible, withDefaults } from '@tendril/contract/node/visibility';
import { missingVariables, recordReferences } from '../../flows/flows/public.ts';
import type { JudgeContext } from './judge-flow.ts';

const mostListed = 8;
/** What these remember elsewhere in a database of their own is remembered here in that of the installation. */
const keptHere = new Set([
  'sqliteAgentMemory',
  'mySQLAgentMemory',
  'postgresAgentMemory',
  'SQLiteRecordManager',
]);

/** What has to be known or done about a node before it runs here as it did where it comes from. */
export async function judgeNode(
  node: FlowNode,
  template: NodeTemplate | undefined,
  context: Pick<JudgeContext, 'findTemplate' | 'known'>,
): Promise<ImportNote[]> {
  const { data } = node;
  if (!template)
    return [{ state: 'cannotRun', message: `This installation has no node “${data.name.slice(0, 100)}”.` }];
  if (template.canRun === false)
    return [{ state: 'cannotRun', message: template.reason ?? 'It has not been built here yet.' }];
  const inputs = data.inputs ?? {};
  return [
    ...secretNotes(data.credential, template),
    ...fileNotes(inputs, template),
    ...recordReferences(inputs)
      .filter(({ kind, id }) => !context.known[kind].has(id))
      .map(
        ({ kind, input, what }): ImportNote => ({
          state: 'needsYou',
          need: kind,
          input,
          message: `The ${what} that it uses is not here. Choose another.`,
        }),
      ),
    ...missingVariables(inputs, context.known.variable).map(
      (name): ImportNote => ({
        state: 'needsYou',
        need: 'variable',
        message: `It reads the variable “${name}”, which is not here.`,
      }),
    ),
    ...(await nestedNotes(inputs, template.inputs, context)),
    ...versionNotes(node, template),
  ];
}

function secretNotes(chosen: unknown, { credential, label }: NodeTemplate): ImportNote[] {
  if (!credential || credential.optional || chosen) return [];
  const names = credential.credentialNames ?? [];
  return [{ state: 'needsYou', need: 'secret', credentialNames: names, message: `${label} needs a secret.` }];
}

function fileNotes(inputs: Readonly<Record<string, unknown>>, template: NodeTemplate): ImportNote[] {
  return template.inputs.flatMap(({ name, label, type, optional }): ImportNote[] => {
    if ((type !== 'file' && type !== 'folder') || optional) return [];
    const value = inputs[name];
    // A name of a stored file says where it was, not what it held.
    const isStored = typeof value === 'string' && value.startsWith('FILE-STORAGE::');
    if (value && !isStored) return [];
    return [{ state: 'needsYou', need: 'file', input: name, message: `“${label}” needs a file.` }];
  });
}

/** A node chosen inside another (a model, a tool) brings its own values, and needs of its own. */
async function nestedNotes(
  values: Readonly<Record<string, unknown>>,
  inputs: readonly TemplateInput[],
  context: Pick<JudgeContext, 'findTemplate' | 'known'>,
): Promise<ImportNote[]> {
  const notes: ImportNote[] = [];
  for (const input of inputs) {
    const value = values[input.name];
    if (input.array && Array.isArray(value)) {
      for (const group of value)
        if (typeof group === 'object' && group !== null)
          notes.push(...(await nestedNotes(group, input.array as TemplateInput[], context)));
    } else if (input.loadConfig && typeof value === 'string' && value !== '')
      notes.push(...(await chosenNotes(value, values[`${input.name}Config`], input, context)));
  }
  return notes;
}

async function chosenNotes(
  name: string,
  config: unknown,
  input: TemplateInput,
  { findTemplate }: Pick<JudgeContext, 'findTemplate'>,
): Promise<ImportNote[]> {
  const template = await findTemplate(name);
  if (!template)
    return [
      { state: 'cannotRun', input: input.name, message: `${input.label}: there is no “${name}” here.` },
    ];
  if (template.canRun === false)
    return [
      {
        state: 'cannotRun',
        input: input.name,
        message: `${input.label}: ${template.label} cannot run here. ${template.reason ?? ''}`.trim(),
      },
    ];
  const values = (typeof config === 'object' && config !== null ? config : {}) as Record<string, unknown>;
  const chosen = values['credential'] || values['FLOWISE_CREDENTIAL_ID'];
  return secretNotes(chosen, template).map((note) => ({ ...note, input: input.name }));
}

/** What the file knows differently: values nobody reads any more stay, parameters that are new take their defaults. */
function versionNotes({ id, data }: FlowNode, template: NodeTemplate): ImportNote[] {
  const inputs = data.inputs ?? {};
  const declared = new Set(namesOf(template.inputs));
  const surplus = Object.keys(inputs).filter(
    (name) =>
      !declared.has(name) &&
      !declared.has(name.replace(/Config$/, '')) &&
      !name.endsWith(`_${id}`) &&
      name !== 'FLOWISE_CREDENTIAL_ID' &&
      isSet(inputs[name]),
  );
  const seen = withDefaults(template.inputs, inputs);
  const added = template.inputs.filter(
    (input) => !(input.name in inputs) && isSet(input.default) && isVisible(input, seen),
  );
  const notes: ImportNote[] = [];
  if (keptHere.has(data.name))
    notes.push({ state: 'adapted', message: 'Remembers in the database of this installation.' });
  if (surplus.length > 0)
    notes.push({
      state: 'adapted',
      message: `Keeps ${listed(surplus)}, which the node here does not read.`,
    });
  const isOther = data.version !== undefined && data.version !== template.version;
  if (isOther && added.length > 0)
    notes.push({
      state: 'adapted',
      message: `Was version ${data.version}, is version ${template.version} here: ${listed(added.map(({ label }) => label))} ${added.length > 1 ? 'are at their defaults' : 'is at its default'}.`,
    });
  return notes;
}

function namesOf(inputs: readonly TemplateInput[]): string[] {
  return inputs.flatMap(({ name, tabs }) => [name, ...(tabs ?? []).map((tab) => tab.name)]);
}

function isSet(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostListed).map((name) => `“${name.slice(0, 60)}”`);
  if (names.length > mostListed) shown.push(`${names.length - mostListed} more`);
  const last = shown.pop() ?? '';
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : last;
}
