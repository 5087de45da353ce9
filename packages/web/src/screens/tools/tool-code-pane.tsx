import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { CodeField } from '../../kit/params/code-field.tsx';
import type { VariableChoice } from '../../kit/params/param-props.ts';
import { variablesQuery } from '../../kit/params/variables.queries.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import styles from './tool-editor.module.css';
import { ToolTrial } from './tool-trial.tsx';
import type { ToolForm } from './use-tool-form.ts';

const flowNames = ['chatflowId', 'sessionId', 'chatId', 'input', 'state'];
const example = `// Inputs are there as $name, Config variables as $vars.name.
const response = await fetch('https://api.example.com/items?q=' + encodeURIComponent($query), {
  headers: { authorization: 'Bearer ' + $vars.example_token },
});
if (!response.ok) throw new Error('The service answered ' + response.status);
return await response.text();`;

/** The code of the tool and the trial of it. */
export function ToolCodePane({ form }: { form: ToolForm }) {
  const t = useTexts(toolsTexts);
  const id = useId();
  const { data: variables = [] } = useQuery(variablesQuery);
  const offered = (): VariableChoice[] => [
    ...form.rows
      .filter((row) => row.property)
      .map((row) => ({ name: `$${row.property}`, about: row.description || row.type })),
    ...variables.map(({ name }) => ({ name: `$vars.${name}`, about: t('useVariable') })),
    ...flowNames.map((name) => ({ name: `$flow.${name}`, about: t('useFlow') })),
  ];
  // The editor keeps what it was made with; inputs and variables come and go.
  const latest = useRef(offered);
  latest.current = offered;
  return (
    <div className={styles['right']}>
      <div className={styles['code']}>
        <h3 id={`${id}-label`}>{t('code')}</h3>
        <p>{t('codeHelp')}</p>
        <CodeField
          id={`${id}-code`}
          label={t('code')}
          language="javascript"
          text={form.fields.func}
          onChange={(func) => form.change({ func })}
          variables={() => latest.current()}
        />
        {form.fields.func.trim() === '' && (
          <div>
            <Button size="small" onClick={() => form.change({ func: example })}>
              {t('example')}
            </Button>
          </div>
        )}
      </div>
      <ToolTrial code={form.fields.func} rows={form.rows} />
    </div>
  );
}
