import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import { CheckList } from '../fields/check-list.tsx';
import { ChoiceField } from '../fields/choice-field.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import {
  type FieldProblems,
  objectOf,
  type SettingsForm,
  type SettingsSection,
  textOf,
} from '../settings-form.ts';
import styles from './sections.module.css';

const path = 'chatbotConfig.fullFileUpload';

/** Kinds of files whose text can be read, by the media types that are stored. */
const fileKinds = [
  { label: 'Text', types: ['text/plain'] },
  { label: 'Markdown', types: ['text/markdown'] },
  { label: 'CSV', types: ['text/csv'] },
  { label: 'HTML', types: ['text/html'] },
  { label: 'JSON', types: ['application/json', 'application/jsonl'] },
  { label: 'XML', types: ['text/xml', 'application/xml'] },
  { label: 'YAML', types: ['text/yaml', 'application/x-yaml'] },
  { label: 'PDF', types: ['application/pdf'] },
  { label: 'Word', types: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'] },
  { label: 'Excel', types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] },
  {
    label: 'PowerPoint',
    types: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  },
] as const;

const startTypes = fileKinds.slice(0, 8).flatMap(({ types }) => [...types]);

const listOf = (stored: unknown) =>
  textOf(stored)
    .split(',')
    .map((type) => type.trim())
    .filter(Boolean);

function FilesForm({ form }: { form: SettingsForm }) {
  const t = useTexts(settingsTexts);
  const stored = objectOf(form.settings.chatbotConfig.fullFileUpload);
  const isOn = stored['status'] === true;
  const allowed = listOf(stored['allowedUploadFileTypes']);
  const set = (changes: Record<string, unknown>) =>
    form.set('chatbotConfig', { fullFileUpload: { ...stored, ...changes } });
  const write = (types: readonly string[]) => set({ allowedUploadFileTypes: types.join(',') });
  const known = new Set<string>(fileKinds.flatMap(({ types }) => [...types]));
  const others = allowed.filter((type) => !known.has(type));
  const toggle = (id: string, isTicked: boolean) => {
    const types: readonly string[] = fileKinds.find(({ label }) => label === id)?.types ?? [id];
    const kept = allowed.filter((type) => !types.includes(type));
    write(isTicked ? [...kept, ...types] : kept);
  };
  const switchTo = (status: boolean) =>
    set({ status, ...(status && allowed.length === 0 && { allowedUploadFileTypes: startTypes.join(',') }) });
  return (
    <section className={styles['group']}>
      <SwitchField label={t('filesSwitch')} isOn={isOn} onChange={switchTo} />
      {isOn && (
        <>
          <CheckList
            legend={t('fileTypes')}
            rows={[
              ...fileKinds.map(({ label, types }) => ({
                id: label,
                label,
                remark: types.join(', '),
                isOn: types.every((type) => allowed.includes(type)),
              })),
              ...others.map((type) => ({ id: type, label: type, isOn: true })),
            ]}
            error={form.errorOf(`${path}.allowedUploadFileTypes`)}
            onChange={toggle}
          />
          {allowed.includes('application/pdf') && (
            <ChoiceField
              label={t('pdfTitle')}
              value={textOf(objectOf(stored['pdfFile'])['usage']) || 'perPage'}
              options={(['perPage', 'perFile'] as const).map((name) => ({ name, label: t(name) }))}
              onChange={(usage) => set({ pdfFile: { ...objectOf(stored['pdfFile']), usage } })}
            />
          )}
        </>
      )}
    </section>
  );
}

function checkFiles({ chatbotConfig }: SettingsForm['settings']): FieldProblems {
  const stored = objectOf(chatbotConfig.fullFileUpload);
  const isMissing = stored['status'] === true && listOf(stored['allowedUploadFileTypes']).length === 0;
  return isMissing ? { [`${path}.allowedUploadFileTypes`]: say(settingsTexts, 'fileTypesNeeded') } : {};
}

/** Which files visitors may send along. */
export const filesSection = {
  id: 'files',
  slices: [{ column: 'chatbotConfig', keys: ['fullFileUpload'] }],
  Form: FilesForm,
  check: checkFiles,
} as const satisfies Omit<SettingsSection, 'title'>;
