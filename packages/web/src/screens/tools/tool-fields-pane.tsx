import { ImagePlus, X } from 'lucide-react';
import { type CSSProperties, useId, useRef } from 'react';
import { scalePicture } from '../../kit/lib/scale-picture.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { SchemaGrid } from './schema-grid.tsx';
import { TextBlock } from './text-block.tsx';
import styles from './tool-editor.module.css';
import { toolColours } from './tool-look.ts';
import type { ToolForm } from './use-tool-form.ts';

const iconSizePx = 96;

function toSnakeCase(name: string): string {
  return name
    .trim()
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase();
}

/** The tool's fields as shown to the model and in the list. */
export function ToolFieldsPane({ form }: { form: ToolForm }) {
  const t = useTexts(toolsTexts);
  const id = useId();
  const { fields, change } = form;
  const snake = toSnakeCase(fields.name);
  const isOther = fields.name !== '' && snake !== fields.name && snake !== '';
  return (
    <div className={styles['left']}>
      <TextField
        autoFocus={!form.stored}
        label={t('name')}
        spellCheck={false}
        autoComplete="off"
        maxLength={64}
        className={styles['mono'] ?? ''}
        value={fields.name}
        onChange={(event) => change({ name: event.target.value })}
        onBlur={() => fields.name.includes(' ') && change({ name: snake })}
        error={form.nameProblem}
        hint={isOther ? t('nameSnake', { name: snake }) : t('nameHint')}
      />
      <TextBlock
        id={`${id}-description`}
        label={t('descriptionLabel')}
        isProse
        rows={3}
        value={fields.description}
        onChange={(description) => change({ description })}
        error={form.descriptionProblem}
        hint={t('descriptionHint')}
      />
      <div className={styles['look']}>
        <fieldset className={styles['colours']}>
          <legend>{t('colour')}</legend>
          {toolColours.map((colour) => (
            <button
              key={colour.stored}
              type="button"
              aria-label={t('colourNamed', { colour: colour.name })}
              aria-pressed={fields.color === colour.stored}
              style={{ '--tile': colour.drawn } as CSSProperties}
              onClick={() => change({ color: colour.stored })}
            />
          ))}
        </fieldset>
        <IconChoice form={form} />
      </div>
      <SchemaGrid rows={form.rows} problems={form.problems} onChange={form.setRows} />
    </div>
  );
}

function IconChoice({ form }: { form: ToolForm }) {
  const t = useTexts(toolsTexts);
  const picker = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      form.change({ iconSrc: await scalePicture(file, iconSizePx) });
    } catch {
      notify(t('badIcon'), 'error');
    }
  };
  return (
    <div className={styles['icon']}>
      <span>{t('icon')}</span>
      <span>
        <Button size="small" icon={<ImagePlus size={16} />} onClick={() => picker.current?.click()}>
          {t('pickIcon')}
        </Button>
        {form.fields.iconSrc !== '' && (
          <IconButton label={t('removeIcon')} size="small" onClick={() => form.change({ iconSrc: '' })}>
            <X size={16} />
          </IconButton>
        )}
      </span>
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label={t('pickIcon')}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
