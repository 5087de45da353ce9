import type { StoreLoader } from '@tendril/contract/api/document-stores';
import type { ReadingSettings } from '@tendril/contract/api/reading-settings';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { startValues } from '../node-inputs.ts';
import { type SourceSettings, usualSplitter } from '../source-settings.ts';

type Values = Record<string, unknown>;

/** A loader as its form holds it. */
export interface LoaderDraft {
  name: string;
  config: Values;
  credential: string;
  splitterId: string;
  splitterConfig: Values;
  reading: ReadingSettings;
}

/** The form of a loader that is there. */
export function storedDraft(loader: StoreLoader): LoaderDraft {
  return {
    name: loader.loaderName,
    config: loader.loaderConfig,
    credential: loader.credential,
    splitterId: loader.splitterId,
    splitterConfig: loader.splitterConfig,
    reading: loader.reading,
  };
}

/** The form of a new one. */
export function newDraft(template: NodeTemplate): LoaderDraft {
  return {
    name: template.label,
    config: startValues(template),
    credential: '',
    reading: {},
    ...usualSplitter,
  };
}

/** The form as a request body. */
export function toSettings(
  draft: LoaderDraft,
  template: NodeTemplate,
): Required<Pick<SourceSettings, 'loaderId'>> & SourceSettings {
  return {
    loaderId: template.name,
    loaderName: draft.name.trim() || template.label,
    loaderConfig: draft.config,
    splitterId: draft.splitterId,
    splitterConfig: draft.splitterConfig,
    reading: draft.reading,
    ...(draft.credential !== '' && { credential: draft.credential }),
  };
}

/** What is wrong with the lengths a text is cut into. */
type CutProblem = 'overlapTooLarge' | 'sizeTooSmall';

/** The lengths a splitter cuts by; none where it has no such fields. */
export function cutLengths(
  config: Values,
  splitter: Pick<NodeTemplate, 'inputs'> | undefined,
): { size: number; overlap: number } | undefined {
  const lengthOf = (field: string) => {
    const input = splitter?.inputs.find(({ name }) => name === field);
    const held = config[field];
    return input && Number(held === undefined || held === '' ? input.default : held);
  };
  const [size, overlap] = [lengthOf('chunkSize'), lengthOf('chunkOverlap')];
  return size === undefined || overlap === undefined ? undefined : { size, overlap };
}

export function cutProblem(lengths: { size: number; overlap: number } | undefined): CutProblem | undefined {
  if (!lengths) return undefined;
  if (!(lengths.size >= 1)) return 'sizeTooSmall';
  return lengths.overlap < lengths.size ? undefined : 'overlapTooLarge';
}
