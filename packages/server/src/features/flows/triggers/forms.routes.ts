import { readFlowForm, sendFlowForm } from '@tendril/contract/api/flow-triggers';
import { predictionBody } from '@tendril/contract/api/predictions';
import { AppError, invalidInput } from '@tendril/contract/app-error';
import { checkFormValues, type FormProblem } from '@tendril/contract/flow/form-values';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { RunnableFlow } from '../flows/public.ts';
import { answerByJson, type FlowGate, type PredictionService } from '../predictions/public.ts';
import type { FlowStarts } from './flow-starts.ts';
import { formWords } from './form-words.ts';

interface FormRouteParts {
  gate: FlowGate;
  predictions: Pick<PredictionService, 'ask'>;
  starts: FlowStarts;
}

/** Routes of the form that starts a flow; open to visitors where the flow is public. */
export function formRoutes(app: App, { gate, predictions, starts }: FormRouteParts): void {
  const read = gate.admission(readFlowForm, ({ id }) => id);
  serve(
    app,
    readFlowForm,
    async ({ request }) => {
      const { flow } = read.of(request);
      const { title, description, fields } = await formOf(starts, flow);
      return { title: title || flow.name, description, fields };
    },
    { admit: read.admit },
  );

  const sent = gate.admission(sendFlowForm, ({ id }) => id, 'message');
  serve(
    app,
    sendFlowForm,
    async ({ body, request, reply }) => {
      const admitted = sent.of(request);
      const { fields } = await formOf(starts, admitted.flow);
      const { values, problems } = checkFormValues(fields, body.values);
      refuse(problems);
      const labels = new Map(fields.map(({ name, label }) => [name, label]));
      const words = Object.entries(values).map(([name, value]) => [labels.get(name) ?? name, value]);
      return answerByJson(predictions, {
        admitted,
        body: predictionBody.parse({ question: formWords(Object.fromEntries(words)), chatId: body.chatId }),
        isOwn: false,
        started: { source: 'form', trigger: { type: 'form', form: values } },
        reply,
        // The form was sent, even if its sender closes the page now.
        signal: new AbortController().signal,
      });
    },
    { admit: sent.admit },
  );
}

async function formOf(starts: FlowStarts, flow: RunnableFlow) {
  const start = await starts.of(flow);
  if (start.kind === 'form') return start;
  throw new AppError('NOT_FOUND', 'This flow does not start with a form.');
}

const words: Record<FormProblem, string> = {
  number: 'must be a number',
  choice: 'must be one of the choices',
  text: 'must be text',
  long: 'is too long',
  unknown: 'is not a field of this form',
};

function refuse(problems: Readonly<Record<string, FormProblem>>): void {
  const issues = Object.entries(problems).map(([name, problem]) => ({
    path: ['values', name],
    message: words[problem],
  }));
  if (issues.length > 0) throw invalidInput(issues);
}
