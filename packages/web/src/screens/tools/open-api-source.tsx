import { Upload } from 'lucide-react';
import { useId, useRef } from 'react';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { TextBlock } from './text-block.tsx';

/** Where a description comes from; both are kept while one looks at the other. */
export interface SourceText {
  kind: 'url' | 'text';
  url: string;
  text: string;
}

interface OpenApiSourceProps {
  source: SourceText;
  onChange: (source: SourceText) => void;
  problem: string | undefined;
}

/** The address of an API description, or its text from the clipboard or a file. */
export function OpenApiSource({ source, onChange, problem }: OpenApiSourceProps) {
  const t = useTexts(toolsTexts);
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (file) onChange({ ...source, kind: 'text', text: await file.text() });
  };
  return (
    <>
      <div>
        <Segmented
          label={t('openApiSource')}
          segments={[
            { value: 'url', label: t('fromUrl') },
            { value: 'text', label: t('fromText') },
          ]}
          value={source.kind}
          onChange={(kind) => onChange({ ...source, kind })}
        />
      </div>
      {source.kind === 'url' ? (
        <TextField
          autoFocus
          type="url"
          label={t('openApiUrl')}
          hint={t('openApiUrlHint')}
          placeholder="https://api.example.com/openapi.json"
          value={source.url}
          onChange={(event) => onChange({ ...source, url: event.target.value })}
          error={problem}
        />
      ) : (
        <>
          <TextBlock
            id={id}
            label={t('openApiText')}
            hint={t('openApiUrlHint')}
            error={problem}
            rows={14}
            value={source.text}
            onChange={(text) => onChange({ ...source, text })}
          />
          <div>
            <Button size="small" icon={<Upload size={16} />} onClick={() => picker.current?.click()}>
              {t('openApiFile')}
            </Button>
            <input
              ref={picker}
              type="file"
              hidden
              accept=".json,.yaml,.yml,application/json,application/yaml,text/yaml"
              aria-label={t('openApiFile')}
              onChange={(event) => {
                void take(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
          </div>
        </>
      )}
    </>
  );
}
