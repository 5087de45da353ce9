import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { type PhoneNumber, readPhoneNumber } from '@tendril/contract/voice/phone-number';
import { useUpdateNumber } from '../../features/phone/numbers.queries.ts';
import { RequestError } from '../../kit/api/request-error.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import {
  type EditedField,
  editNumber,
  forgetEdits,
  type NumberEdits,
  toChanges,
  useNumberEdits,
} from './number-edits-store.ts';

/** One card of a number: its part of the edits, saved by itself. */
export interface CardForm {
  /** The number as it is drawn: what is stored, and every edit. */
  number: PhoneNumber;
  isDirty: boolean;
  isSaving: boolean;
  error: unknown;
  /** What the server found wrong at a path, or below it. */
  errorAt: (path: string) => string | undefined;
  edit: (edits: NumberEdits) => void;
  save: () => void;
  discard: () => void;
}

const none: NumberEdits = {};

/** The fields of one card. */
export function useCard(
  record: AssistantPhoneNumber,
  title: string,
  fields: readonly EditedField[],
): CardForm {
  const t = useTexts(phoneNumberTexts);
  const edits = useNumberEdits((state) => state[record.id]) ?? none;
  const update = useUpdateNumber();
  const names = fields.filter((field) => field in edits);
  const own = Object.fromEntries(names.map((field) => [field, edits[field]])) as NumberEdits;
  const { error } = update;

  return {
    number: { ...readPhoneNumber(record), ...edits },
    isDirty: names.length > 0,
    isSaving: update.isPending,
    error,
    errorAt: (path) => sentenceAt(error, path),
    edit: (changes) => editNumber(record, changes),
    save: () =>
      update.mutate(
        { id: record.id, body: toChanges(record, own) },
        {
          onSuccess: () => {
            forgetEdits(record.id, own);
            notify(t('saved', { card: title }), 'success');
          },
        },
      ),
    discard: () => {
      update.reset();
      forgetEdits(record.id, own);
    },
  };
}

/** A refusal as a sentence that stands under its field. */
export function sentenceAt(error: unknown, path: string): string | undefined {
  if (!(error instanceof RequestError)) return undefined;
  const detail = error.details.find((one) => one.path === path || one.path.startsWith(`${path}.`));
  return detail && `${detail.message.charAt(0).toUpperCase()}${detail.message.slice(1)}.`;
}
