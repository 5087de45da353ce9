import { useQuery } from '@tanstack/react-query';
import type { ReadingSettings } from '@tendril/contract/api/reading-settings';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { useId } from 'react';
import { nodesQuery } from '../../../kit/api/nodes.queries.ts';
import { CredentialInput } from '../../../kit/params/credential-input.tsx';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Field } from '../../../kit/ui/field.tsx';
import { TextInput } from '../../../kit/ui/text-input.tsx';
import { ContextEstimate } from './context-estimate.tsx';
import type { LoaderDraft } from './loader-draft.ts';
import styles from './loader-screen.module.css';
import { ModelChoice } from './model-choice.tsx';

type Sound = NonNullable<ReadingSettings['sound']>;

const transcribers: readonly { name: Sound['provider']; label: string; secret: string }[] = [
  { name: 'openAIWhisper', label: 'OpenAI Whisper', secret: 'openAIApi' },
  { name: 'groqWhisper', label: 'Groq Whisper', secret: 'groqApi' },
  { name: 'localAISTT', label: 'LocalAI', secret: 'localAIApi' },
  { name: 'assemblyAiTranscribe', label: 'AssemblyAI', secret: 'assemblyAIApi' },
  { name: 'azureCognitive', label: 'Azure Cognitive Services', secret: 'azureCognitiveServices' },
  { name: 'deepgram', label: 'Deepgram', secret: 'deepgramApi' },
  { name: 'elevenLabsSTT', label: 'ElevenLabs', secret: 'elevenLabsApi' },
];

interface ReadingFormProps {
  storeId: string;
  template: NodeTemplate;
  draft: LoaderDraft;
  onChange: (changes: Partial<LoaderDraft>) => void;
}

/** Models that help to read a source: they write about its chunks, read its pictures, hear its recordings. */
export function ReadingForm({ storeId, template, draft, onChange }: ReadingFormProps) {
  const t = useTexts(knowledgeWorkTexts);
  const { data = [] } = useQuery(nodesQuery);
  const models = data.filter(({ category }) => category === 'Chat Models');
  const { reading } = draft;
  const languagesId = useId();
  const set = (changes: Partial<ReadingSettings>) => {
    const next = Object.entries({ ...reading, ...changes }).filter(([, value]) => value !== undefined);
    onChange({ reading: Object.fromEntries(next) as ReadingSettings });
  };
  const takesFiles = template.inputs.some(({ type }) => type === 'file');
  return (
    <div className={styles['form']}>
      <ModelChoice
        label={t('contextModel')}
        hint={t('contextModelHelp')}
        models={models}
        chosen={reading.context}
        onChange={(context) => set({ context })}
      />
      <ContextEstimate storeId={storeId} template={template} draft={draft} />
      {takesFiles && (
        <>
          <ModelChoice
            label={t('pictureModel')}
            hint={t('pictureModelHelp')}
            models={models}
            chosen={reading.pictures}
            onChange={(pictures) => set({ pictures })}
          />
          {!reading.pictures && (
            <Field
              isDense
              label={t('pictureLanguages')}
              htmlFor={languagesId}
              hint={t('pictureLanguagesHelp')}
            >
              <TextInput
                id={languagesId}
                value={reading.pictureLanguages ?? ''}
                placeholder="deu+eng"
                autoComplete="off"
                spellCheck={false}
                onChange={({ target }) => set({ pictureLanguages: target.value.trim() || undefined })}
              />
            </Field>
          )}
          <SoundChoice chosen={reading.sound} onChange={(sound) => set({ sound })} />
        </>
      )}
    </div>
  );
}

interface SoundChoiceProps {
  chosen: Sound | undefined;
  onChange: (sound: Sound | undefined) => void;
}

function SoundChoice({ chosen, onChange }: SoundChoiceProps) {
  const t = useTexts(knowledgeWorkTexts);
  const id = useId();
  const transcriber = transcribers.find(({ name }) => name === chosen?.provider);
  const choose = (name: string) => {
    const next = transcribers.find((one) => one.name === name);
    onChange(next && { provider: next.name });
  };
  return (
    <>
      <Field isDense label={t('soundReader')} htmlFor={id} hint={t('soundReaderHelp')}>
        <SelectField
          id={id}
          value={chosen?.provider ?? ''}
          options={transcribers}
          emptyLabel={t('noModel')}
          canBeEmpty
          onChange={choose}
        />
      </Field>
      {chosen && transcriber && (
        <Field isDense label={t('soundSecret')} htmlFor={`${id}-secret`}>
          <CredentialInput
            fieldId={`${id}-secret`}
            input={{
              name: 'credential',
              label: t('soundSecret'),
              type: 'credential',
              credentialNames: [transcriber.secret],
            }}
            value={chosen.credential ?? ''}
            onChange={(credential) => onChange({ ...chosen, credential })}
          />
        </Field>
      )}
    </>
  );
}
