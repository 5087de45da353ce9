import type {
  BundleEntry,
  BundleKind,
  BundleReport,
  BundleWarning,
} from '@tendril/contract/api/export-import';
import { type ImportFinding, type ImportNote, worstState } from '@tendril/contract/api/import-finding';
import type { FlowType } from '@tendril/contract/flow/flow';
import type { Bundle, BundleFlow } from './bundle.ts';
import type { PlannedChats } from './import-chats.ts';
import type { ImportPlan, Planned } from './plan-import.ts';

const flowKinds: Readonly<Record<FlowType, BundleKind>> = {
  CHATFLOW: 'chatflow',
  MULTIAGENT: 'agentflow',
  AGENTFLOW: 'agentflowV2',
};

type PlannedEntry = Omit<Planned<{ file: string }>, 'oldId'>;

/** A flow in the report, with what is about it as a whole. */
export function flowEntry(
  flow: Planned<BundleFlow>,
  warnings: BundleWarning[],
  findings: ImportFinding[],
): BundleEntry {
  const whole: ImportNote[] = [];
  if (flow.wasPublic)
    whole.push({
      state: 'needsYou',
      need: 'sharing',
      message: 'It was open to everybody. Here it is private until you share it.',
    });
  if (flow.leftOut.length > 0)
    whole.push({
      state: 'needsYou',
      need: 'review',
      message: `Its settings beside the drawing are left out: ${flow.leftOut.join(', ')}. Set them again under Configuration.`,
    });
  if (flow.analytic !== '')
    whole.push({
      state: 'needsYou',
      need: 'review',
      message:
        'Its analytics came along, switched off. Choose a secret and switch them on under Configuration.',
    });
  const [first] = findings;
  const present = first && first.nodeId === undefined ? first.notes : [];
  const rest = first && first.nodeId === undefined ? findings.slice(1) : findings;
  const about = wholeFinding('The flow as a whole', [...whole, ...present]);
  return entryOf(flowKinds[flow.type], flow, warnings, [...about, ...rest]);
}

/** All entries of a plan but chats, in the order of the lists. */
export function entriesOf(
  { tools, variables, assistants, templates, stores }: ImportPlan,
  flows: readonly BundleEntry[],
  credentials: ReadonlySet<string>,
): BundleEntry[] {
  return [
    ...tools.map((tool) =>
      entryOf('tool', tool, tool.func ? [warning('bringsCode')] : [], [
        ...wholeFinding(
          tool.name,
          tool.func
            ? [{ state: 'needsYou', need: 'review', message: 'It contains code. Review it before use.' }]
            : [],
        ),
      ]),
    ),
    ...flows,
    ...variables.map((one) =>
      entryOf('variable', one, one.value ? [] : [warning('emptyValue')], [
        ...wholeFinding(
          one.name,
          one.value || one.type === 'runtime'
            ? []
            : [{ state: 'needsYou', need: 'variable', message: 'It has no value in the file. Enter one.' }],
        ),
      ]),
    ),
    ...assistants.map((one) => {
      const isUnknown = one.credential !== '' && !credentials.has(one.credential);
      const message = 'Its secret is not here. Choose another.';
      return entryOf('assistant', one, isUnknown ? [warning('unknownCredential')] : [], [
        ...wholeFinding(one.name, isUnknown ? [{ state: 'needsYou', need: 'secret', message }] : []),
      ]);
    }),
    ...templates.map((one) => entryOf('template', one, [], [])),
    ...stores.map((one) => entryOf('knowledgeBase', one, [], storeFindings(one))),
  ];
}

export function chatEntries(chats: readonly PlannedChats[]): BundleEntry[] {
  return chats.map(({ flowId, flowName, file, messages }) => {
    const name = `${messages.length} messages of ${flowName}`;
    const head = { id: flowId, oldName: name, name, outcome: 'new' as const, isPresent: false, file };
    return entryOf('chats', head, [], []);
  });
}

/** Lists that stay out, chats of flows that the import does not add among them. */
export function skippedOf({ skipped }: Bundle, leftChats: number): BundleReport['skipped'] {
  if (leftChats === 0) return skipped;
  const reason = 'The flow that they belong to is not among those that are added.';
  return [...skipped, { key: 'ChatMessage', count: leftChats, reason, file: '' }];
}

const secretWords = ({ place, name }: { place: string; name: string }) =>
  name === '' ? place : `${place} (“${name}”)`;

function storeFindings(store: ImportPlan['stores'][number]): ImportFinding[] {
  const { name, loaders, outcome, missingFiles, secrets, audience } = store;
  const notes: ImportNote[] = [];
  if (outcome === 'replaced')
    notes.push({
      state: 'adapted',
      message: 'A knowledge base is never replaced as a whole: the one that is here stays.',
    });
  const chunks = loaders.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
  const asks = (need: ImportNote['need'], message: string) =>
    notes.push({ state: 'needsYou', ...(need && { need }), message });
  if (chunks > 0)
    asks(
      'knowledgeBase',
      `Its ${chunks} chunks come along without their vectors. Upsert it to make them searchable.`,
    );
  else if (loaders.length > 0)
    asks('knowledgeBase', 'Its sources have to be processed here before it can be searched.');
  if (missingFiles.length > 0)
    asks('file', `These files do not come along: ${missingFiles.join(', ').slice(0, 300)}.`);
  if (secrets.length > 0)
    notes.push({
      ...{ state: 'needsYou', need: 'secret' },
      message: `Secrets do not come along. Choose one for: ${secrets.map(secretWords).join(', ').slice(0, 600)}.`,
      credentialNames: [...new Set(secrets.map(({ kind }) => kind).filter((kind) => kind !== ''))],
    });
  if (loaders.some(({ sync }) => sync !== null))
    asks('review', 'Its sources are not kept in step until you resume them.');
  if (audience === 'restricted')
    asks(
      'review',
      'Who may read what of it comes along. Check that its people and groups are those of here.',
    );
  return wholeFinding(name, notes);
}

function wholeFinding(label: string, notes: ImportNote[]): ImportFinding[] {
  return notes.length === 0 ? [] : [{ label, state: worstState(notes.map(({ state }) => state)), notes }];
}

function warning(kind: BundleWarning['kind']): BundleWarning {
  return { kind, names: [] };
}

function entryOf(
  kind: BundleKind,
  { id, oldName, name, outcome, isPresent, file }: PlannedEntry,
  warnings: BundleWarning[],
  findings: ImportFinding[],
): BundleEntry {
  return { kind, id, name: oldName, newName: name, outcome, isPresent, file, warnings, findings };
}
