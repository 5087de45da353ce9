import type { Answer } from '@tendril/contract/api/endpoint';
import type { readFlowForm, sendFlowForm } from '@tendril/contract/api/flow-triggers';
import { checkFormValues, type FormProblem, type FormValue } from '@tendril/contract/flow/form-values';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AnswerMarkdown } from '../../features/chat/answer-markdown.tsx';
import { flowFormTexts } from '../../kit/texts/en/flow-form.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import styles from './flow-form.module.css';
import { useSendForm } from './flow-form.queries.ts';
import { FormFieldInput } from './form-field-input.tsx';

type Problems = Readonly<Record<string, FormProblem>>;
type Sent = Answer<typeof sendFlowForm>;

interface FlowFormProps {
  flowId: string;
  form: Answer<typeof readFlowForm>;
}

/** The form with its fields, and the answer once the flow has given it. */
export function FlowForm({ flowId, form }: FlowFormProps) {
  const t = useTexts(flowFormTexts);
  const send = useSendForm(flowId);
  const [values, setValues] = useState<Record<string, FormValue>>({});
  const [problems, setProblems] = useState<Problems>({});
  const page = useRef<HTMLFormElement>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (send.isPending) return;
    const checked = checkFormValues(form.fields, values);
    setProblems(checked.problems);
    if (Object.keys(checked.problems).length === 0) {
      send.mutate(checked.values);
      return;
    }
    // The first field at fault is where the person has to look next.
    const first = form.fields.findIndex(({ name }) => name in checked.problems);
    page.current?.querySelectorAll<HTMLElement>('[data-field]')[first]?.focus();
  }

  if (send.data) return <Answered form={form} sent={send.data} onAgain={send.reset} />;
  const hasProblems = Object.keys(problems).length > 0;
  return (
    <form ref={page} className={styles['sheet']} noValidate onSubmit={submit} aria-busy={send.isPending}>
      <h1>{form.title}</h1>
      {form.description && <p className={styles['description']}>{form.description}</p>}
      {form.fields.map((field) => {
        const problem = problems[field.name];
        return (
          <FormFieldInput
            key={field.name}
            field={field}
            value={values[field.name]}
            error={problem && t(problem)}
            onChange={(value) => {
              const { [field.name]: _, ...others } = problems;
              setProblems(others);
              setValues({ ...values, [field.name]: value });
            }}
          />
        );
      })}
      {(hasProblems || send.error) && (
        <p role="alert" className={styles['alert']}>
          {hasProblems ? t('checkFields') : `${t('failed')} ${send.error?.message ?? ''}`}
        </p>
      )}
      <Button type="submit" look="primary" size="large" isBusy={send.isPending}>
        {t(send.isPending ? 'sending' : 'send')}
      </Button>
    </form>
  );
}

function Answered({
  form,
  sent,
  onAgain,
}: Pick<FlowFormProps, 'form'> & { sent: Sent; onAgain: () => void }) {
  const t = useTexts(flowFormTexts);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const text =
    sent.text ?? (sent.json === undefined ? '' : `\`\`\`json\n${JSON.stringify(sent.json, null, 2)}\n\`\`\``);
  return (
    <section className={styles['sheet']} aria-label={form.title}>
      <h1 ref={head} tabIndex={-1}>
        {t('done')}
      </h1>
      {text === '' ? <p>{t('noAnswer')}</p> : <AnswerMarkdown text={text} sources={[]} />}
      <Button onClick={onAgain}>{t('again')}</Button>
    </section>
  );
}
