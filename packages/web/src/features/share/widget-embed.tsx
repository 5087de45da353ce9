import { useState } from 'react';
import { shareTexts } from '../../kit/texts/en/share.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { ChoiceField } from '../flow-settings/fields/choice-field.tsx';
import { ColourField } from '../flow-settings/fields/colour-field.tsx';
import { CodeBlock } from './code-block.tsx';
import styles from './share-dialog.module.css';
import type { ShareTabProps } from './share-tab.ts';
import { WidgetPreview } from './widget-preview.tsx';
import {
  type WidgetChoice,
  widgetHtmlSample,
  widgetModes,
  widgetReactInstall,
  widgetReactSample,
} from './widget-sample.ts';

const themes = { auto: 'themeAuto', light: 'themeLight', dark: 'themeDark' } as const;
type Theme = keyof typeof themes;
type CodeForm = 'html' | 'react';
const forms = ['html', 'react'] as const satisfies readonly CodeForm[];

/** Our own widget: where it stands, how it looks, its code, and itself beside it. */
export function WidgetEmbed({ flowId, access }: Pick<ShareTabProps, 'flowId' | 'access'>) {
  const t = useTexts(shareTexts);
  const [choice, setChoice] = useState<WidgetChoice>({
    mode: 'bubble',
    theme: 'auto',
    heading: '',
    color: '',
  });
  const change = (changes: Partial<WidgetChoice>) => setChoice((before) => ({ ...before, ...changes }));
  const isReachable = access.isPublic && !access.isBound;
  return (
    <div className={styles['split']}>
      <div className={styles['form']}>
        <Segmented
          label={t('modes')}
          segments={widgetModes.map((value) => ({ value, label: t(value) }))}
          value={choice.mode}
          onChange={(mode) => change({ mode })}
        />
        <div className={styles['pair']}>
          <ChoiceField
            label={t('theme')}
            value={choice.theme}
            options={Object.entries(themes).map(([name, label]) => ({ name, label: t(label) }))}
            onChange={(theme) => change({ theme: theme as Theme })}
          />
          <ColourField label={t('colour')} value={choice.color} onChange={(color) => change({ color })} />
        </div>
        <TextField
          label={t('heading')}
          value={choice.heading}
          maxLength={200}
          placeholder={t('headingHint')}
          onChange={({ target }) => change({ heading: target.value })}
        />
        <WidgetCode flowId={flowId} choice={choice} />
      </div>
      <WidgetPreview flowId={flowId} choice={choice} isReachable={isReachable} />
    </div>
  );
}

function WidgetCode({ flowId, choice }: { flowId: string; choice: WidgetChoice }) {
  const t = useTexts(shareTexts);
  const [form, setForm] = useState<CodeForm>('html');
  const { origin } = location;
  const request = { ...choice, origin, flowId };
  return (
    <>
      <Segmented
        label={t('codeForms')}
        segments={forms.map((value) => ({ value, label: t(value) }))}
        value={form}
        onChange={setForm}
      />
      {form === 'html' ? (
        <CodeBlock title={t('widgetCode')} help={t(`${choice.mode}Help`)} code={widgetHtmlSample(request)} />
      ) : (
        <>
          <CodeBlock
            title={t('reactInstall')}
            help={t('reactInstallHelp')}
            code={widgetReactInstall(origin)}
          />
          <CodeBlock title={t('reactUse')} code={widgetReactSample(request)} />
        </>
      )}
      <p className={styles['help']}>{t('policyHelp', { origin })}</p>
    </>
  );
}
